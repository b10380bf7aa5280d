"""The shipped catalog of well-known MCP servers, as data (spec 4.7). Addresses are those their makers document."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from workbench.settings import ServerSpec

Auth = Literal["none", "oauth", "token"]

WORKSPACE: Final = "{workspace}"
"""Stands in arguments for the folder that the session works in."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A value a server takes: from the environment, or as the part `{NAME}` of a header.

    Required ones are asked for; a secret one is typed behind a mask.
    """

    name: str
    description: str
    secret: bool = False
    required: bool = True


@dataclass(frozen=True, slots=True)
class KnownServer:
    """One server: run by a command, or hosted at a URL. `auth` is how a hosted one knows the person.

    `headers` may hold variables. `note` says what a person has to know before; empty where there is nothing.
    """

    name: str
    title: str
    summary: str
    homepage: str
    command: str = ""
    args: tuple[str, ...] = ()
    variables: tuple[Variable, ...] = ()
    url: str = ""
    transport: Literal["http", "sse"] = "http"
    auth: Auth = "none"
    headers: tuple[tuple[str, str], ...] = ()
    note: str = ""

    def spec(self, workspace: str) -> ServerSpec:
        """The entry for it, without any value that has to be asked for."""
        args = tuple(arg.replace(WORKSPACE, workspace) for arg in self.args)
        return ServerSpec(self.name, command=self.command, args=args, url=self.url, transport=self.transport)


_REFERENCE: Final = "https://github.com/modelcontextprotocol/servers/tree/main/src/"
_NODE: Final = "needs Node.js (npx)"
_UV: Final = "needs uv (uvx)"


def _npx(name: str, title: str, summary: str, package: str, *args: str) -> KnownServer:
    return KnownServer(
        name,
        title,
        summary,
        _REFERENCE + name.replace("-", ""),
        command="npx",
        args=("-y", f"@modelcontextprotocol/{package}", *args),
        note=_NODE,
    )


def _uvx(name: str, title: str, summary: str, *args: str) -> KnownServer:
    return KnownServer(
        name, title, summary, _REFERENCE + name, command="uvx", args=(f"mcp-server-{name}", *args), note=_UV
    )


def _hosted(name: str, title: str, summary: str, url: str, homepage: str, auth: Auth, note: str = "") -> KnownServer:
    return KnownServer(name, title, summary, homepage, url=url, auth=auth, note=note)


_RUN_HERE: Final = (
    _npx("everything", "Everything", "Exercises every feature of the protocol", "server-everything"),
    _npx("filesystem", "Filesystem", "Reads and writes files in the workspace folder", "server-filesystem", WORKSPACE),
    replace(
        _npx("memory", "Memory", "A knowledge graph that outlives the session", "server-memory"),
        variables=(Variable("MEMORY_FILE_PATH", "the file that keeps the graph", required=False),),
    ),
    replace(
        _npx(
            "sequential-thinking",
            "Sequential Thinking",
            "A scratch pad for thinking in steps",
            "server-sequential-thinking",
        ),
        variables=(Variable("DISABLE_THOUGHT_LOGGING", "true keeps thoughts out of its log", required=False),),
    ),
    _uvx("git", "Git", "Reads and changes the Git repository of the workspace", "--repository", WORKSPACE),
    _uvx("fetch", "Fetch", "Fetches web pages as text"),
    _uvx("time", "Time", "Present time and conversion between zones"),
)

_HOSTED: Final = (
    KnownServer(
        "github",
        "GitHub",
        "Repositories, issues, pull requests, actions",
        "https://github.com/github/github-mcp-server",
        url="https://api.githubcopilot.com/mcp/",
        auth="token",
        headers=(("Authorization", "Bearer {GITHUB_PERSONAL_ACCESS_TOKEN}"),),
        variables=(Variable("GITHUB_PERSONAL_ACCESS_TOKEN", "a token from github.com/settings/tokens", secret=True),),
        note="registers no OAuth client by itself, so it takes a personal access token",
    ),
    _hosted(
        "linear",
        "Linear",
        "Issues, projects, cycles, comments",
        "https://mcp.linear.app/mcp",
        "https://linear.app/docs/mcp",
        "oauth",
    ),
    _hosted(
        "notion",
        "Notion",
        "Pages, databases, comments, search",
        "https://mcp.notion.com/mcp",
        "https://developers.notion.com/docs/mcp",
        "oauth",
    ),
    _hosted(
        "sentry",
        "Sentry",
        "Errors, issues, traces, releases",
        "https://mcp.sentry.dev/mcp",
        "https://docs.sentry.io/product/sentry-mcp",
        "oauth",
    ),
    _hosted(
        "stripe",
        "Stripe",
        "Payments, customers, invoices, documentation",
        "https://mcp.stripe.com",
        "https://docs.stripe.com/mcp",
        "oauth",
    ),
    _hosted(
        "atlassian",
        "Atlassian",
        "Jira, Confluence, Compass",
        "https://mcp.atlassian.com/v1/mcp/authv2",
        "https://github.com/atlassian/atlassian-mcp-server",
        "oauth",
        "an administrator may have to allow it first",
    ),
    _hosted(
        "cloudflare",
        "Cloudflare",
        "The whole Cloudflare API behind two tools",
        "https://mcp.cloudflare.com/mcp",
        "https://developers.cloudflare.com/agents/model-context-protocol/mcp-servers-for-cloudflare",
        "oauth",
    ),
    _hosted(
        "cloudflare-docs",
        "Cloudflare Documentation",
        "Search in Cloudflare's documentation",
        "https://docs.mcp.cloudflare.com/mcp",
        "https://github.com/cloudflare/mcp-server-cloudflare",
        "none",
    ),
    _hosted(
        "cloudflare-bindings",
        "Cloudflare Workers Bindings",
        "Storage, AI and compute of Workers",
        "https://bindings.mcp.cloudflare.com/mcp",
        "https://github.com/cloudflare/mcp-server-cloudflare",
        "oauth",
    ),
    _hosted(
        "vercel",
        "Vercel",
        "Projects, deployments, logs, documentation",
        "https://mcp.vercel.com",
        "https://vercel.com/docs/mcp",
        "oauth",
        "accepts only clients that Vercel has approved",
    ),
    _hosted(
        "asana",
        "Asana",
        "Tasks, projects, portfolios, teams",
        "https://mcp.asana.com/v2/mcp",
        "https://developers.asana.com/docs/using-asanas-mcp-server",
        "oauth",
        "needs a client that was registered at Asana beforehand",
    ),
    _hosted(
        "intercom",
        "Intercom",
        "Conversations, contacts, articles",
        "https://mcp.intercom.com/mcp",
        "https://developers.intercom.com/docs/guides/mcp",
        "oauth",
    ),
    _hosted(
        "paypal",
        "PayPal",
        "Invoices, orders, payments, disputes",
        "https://mcp.paypal.com/mcp",
        "https://developer.paypal.com/tools/mcp-server/",
        "oauth",
    ),
    _hosted(
        "square",
        "Square",
        "Catalog, orders, payments, customers",
        "https://mcp.squareup.com/mcp",
        "https://github.com/square/square-mcp-server",
        "oauth",
        "accepts only clients that Square has approved",
    ),
    _hosted(
        "huggingface",
        "Hugging Face",
        "Models, datasets, papers, Spaces",
        "https://huggingface.co/mcp?login",
        "https://huggingface.co/settings/mcp",
        "oauth",
    ),
    _hosted(
        "supabase",
        "Supabase",
        "Postgres databases, functions, storage",
        "https://mcp.supabase.com/mcp",
        "https://github.com/supabase-community/supabase-mcp",
        "oauth",
    ),
    _hosted(
        "neon",
        "Neon",
        "Postgres projects and branches",
        "https://mcp.neon.tech/mcp",
        "https://github.com/neondatabase/mcp-server-neon",
        "oauth",
    ),
    _hosted(
        "context7",
        "Context7",
        "Documentation of libraries, by version",
        "https://mcp.context7.com/mcp",
        "https://github.com/upstash/context7",
        "none",
    ),
    _hosted(
        "deepwiki",
        "DeepWiki",
        "Questions about public repositories",
        "https://mcp.deepwiki.com/mcp",
        "https://docs.devin.ai/work-with-devin/deepwiki-mcp",
        "none",
    ),
    _hosted(
        "microsoft-learn",
        "Microsoft Learn",
        "Search in Microsoft's documentation",
        "https://learn.microsoft.com/api/mcp",
        "https://github.com/MicrosoftDocs/mcp",
        "none",
    ),
)

KNOWN_SERVERS: Final[tuple[KnownServer, ...]] = (*_RUN_HERE, *_HOSTED)
"""Every known server: those that run here first, then the hosted ones."""


def known_server(name: str) -> KnownServer | None:
    """The known server of exactly that name."""
    return next((server for server in KNOWN_SERVERS if server.name == name), None)
