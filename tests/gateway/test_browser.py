"""The pages in a real browser: Debian's Chromium, without a screen, driven through its WebDriver (spec 4.9)."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gateway.support import Wire

pytestmark = pytest.mark.slow

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --window-size=900,1000"
)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Any]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("no Chromium with its chromedriver is installed (Debian: chromium, chromium-driver)")
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path / 'profile'}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    opened.set_page_load_timeout(30)
    opened.implicitly_wait(10)
    yield opened
    opened.quit()


def heading(browser: Any) -> str:
    found: str = browser.find_element("css selector", "h1").text
    return found


def press(browser: Any, label: str) -> None:
    """Presses a button and waits until the page it stood on is gone."""
    from selenium.webdriver.support.expected_conditions import staleness_of
    from selenium.webdriver.support.wait import WebDriverWait

    button = browser.find_element("xpath", f"//button[normalize-space()='{label}']")
    button.click()
    WebDriverWait(browser, 20).until(staleness_of(button))


def approve(browser: Any, link: str, account: str) -> str:
    """What a person does: look, choose an account, approve. Gives the heading that comes then."""
    browser.get(link)
    assert heading(browser) == "Connect Mail"
    colour = browser.find_element("css selector", "button.primary").value_of_css_property("background-color")
    assert colour not in ("rgba(0, 0, 0, 0)", "rgb(239, 239, 239)"), "the style sheet is applied"
    browser.find_element("css selector", f"input[name=account][value='{account}']").click()
    press(browser, "Approve")
    return heading(browser)


async def test_consent_is_given_denied_and_left_to_expire(wire: Wire, browser: Any, log: list[str]) -> None:
    mail, notes, chat = await wire.connect("mail", "notes", "chat")
    assert (
        await asyncio.to_thread(approve, browser, mail["connectUrl"], "office@harbour.example") == "Mail is connected"
    )
    assert (await wire.done("mail", "MAIL_GET_PROFILE"))["address"] == "office@harbour.example"

    def answer(link: str, label: str) -> str:
        browser.get(link)
        press(browser, label)
        return heading(browser)

    assert await asyncio.to_thread(answer, notes["connectUrl"], "Deny") == "Access was denied"
    assert (await wire.row("notes"))["connectionStatus"] == "failed"
    assert await asyncio.to_thread(answer, chat["connectUrl"], "Let it expire") == "The link has run out"
    assert (await wire.row("chat"))["connectionStatus"] == "expired"

    def again(link: str) -> str:
        browser.get(link)
        return heading(browser)

    assert await asyncio.to_thread(again, mail["connectUrl"]) == "This link has been used"
    assert await asyncio.to_thread(complaints, browser) == [], "the browser had to block nothing"
    assert not any("failed" in line for line in log)


async def test_going_back_and_approving_again_changes_nothing(wire: Wire, browser: Any) -> None:
    [row] = await wire.connect("mail")
    await asyncio.to_thread(approve, browser, row["connectUrl"], "ines@harbour.example")
    before = await wire.row("mail")

    def back() -> str:
        browser.back()
        if heading(browser) == "Connect Mail":
            press(browser, "Deny")
        return heading(browser)

    assert await asyncio.to_thread(back) == "This link has been used"
    assert await wire.row("mail") == before


async def test_the_owner_revokes_and_sets_a_fault_on_the_accounts_page(wire: Wire, browser: Any) -> None:
    await wire.connected("mail")
    link = await wire.gateway.accounts_link()

    def revoke() -> str:
        browser.get(link)
        press(browser, "Open the accounts")
        press(browser, "Revoke")
        said: str = browser.find_element("css selector", "[role=status]").text
        return said

    assert await asyncio.to_thread(revoke) == "The account is revoked."
    assert (await wire.execute("mail", "MAIL_GET_PROFILE"))["error"]["code"] == "CONNECTION_REQUIRED"

    def spoil() -> str:
        browser.find_element("xpath", "//summary[contains(., 'go wrong')]").click()
        browser.find_element("name", "fault.cursor_loop").click()
        browser.find_element("name", "fault.times").send_keys("3")
        press(browser, "Set the faults")
        said: str = browser.find_element("css selector", "[role=status]").text
        return said

    assert await asyncio.to_thread(spoil) == "The faults are set."
    assert wire.gateway.faults.active() == {"times": 3, "cursor_loop": True}
    assert wire.token not in await asyncio.to_thread(lambda: browser.current_url + browser.page_source)


def complaints(browser: Any) -> list[str]:
    """What the browser's console says but for the missing icon and the pages that are gone on purpose."""
    entries = [str(entry["message"]) for entry in browser.get_log("browser")]
    return [entry for entry in entries if "favicon" not in entry and "410" not in entry]
