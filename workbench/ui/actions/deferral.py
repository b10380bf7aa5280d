"""Keys of the deferral panel."""

from typing import Final

from workbench.ui.actions.action import Action

DEFERRAL_ACTIONS: Final = (
    Action("deferral.switch", "space", "Switch", "Switch the highlighted setting, toolset or tool; Enter does so too.",
           priority=True),
    Action("deferral.step.more", "right", "More", "The next value, or the toolset's tools.", False, priority=True,
           parameters="(1)"),
    Action("deferral.step.less", "left", "Less", "The value before, or fold the toolset.", False, priority=True,
           parameters="(-1)"),
    Action("deferral.type", "n", "Type", "Type the highlighted number, such as a context of 48k."),
    Action("deferral.single", "d", "Defer one", "Name the highlighted tool in `defer`, protected ones too, or not."),
    Action("deferral.only", "o", "Only this", "Grant only the highlighted toolset, as a sub-agent might have it."),
    Action("deferral.everything", "a", "All", "Grant every toolset."),
    Action("deferral.restore", "r", "Restore", "Return to what the configuration says."),
    Action("deferral.next_view", "ctrl+t", "View", "What defers, what is granted, what-if, forms over context sizes."),
)  # fmt: skip
