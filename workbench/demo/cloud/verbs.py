"""What can be done in the cloud: six verbs with everything, four more by the family of the resource."""

from workbench.demo.grammar import effects as do
from workbench.demo.grammar.words import Family, Verb
from workbench.demo.toolbox import ADD, DESTROY, OVERWRITE, READ, SET


def common() -> tuple[Verb, ...]:
    """The verbs that every resource has."""
    return (
        Verb("create", "Create {a}, {about}.", ("name*", "fields"), do.create, ADD),
        Verb("get", "Show the settings and the state of {a}.", ("id*",), do.get, READ),
        Verb(
            "list",
            "List {nouns}, filtered by state or name.",
            ("state", "name_contains", "limit", "after"),
            do.find_all,
            READ,
            plural=True,
        ),
        Verb("update", "Change the {fields} of {a}.", ("id*", "name", "fields"), do.change, SET, least=2),
        Verb("delete", "Delete {a} for good.", ("id*",), do.delete, DESTROY),
        Verb("label", "Replace the labels of {a}.", ("id*", "labels*"), do.change, OVERWRITE),
    )


def families() -> dict[str, Family]:
    """The verbs beyond the common ones, by family."""
    return {
        "runs": _runs(),
        "data": _data(),
        "files": _files(),
        "route": _route(),
        "policy": _policy(),
        "secret": _secret(),
        "queue": _queue(),
        "job": _job(),
        "watch": _watch(),
        "versioned": _versioned(),
        "group": _group(),
        "account": _account(),
        "rows": _rows(),
        "device": _device(),
    }


def _runs() -> Family:
    return Family(
        ("running", "stopped"),
        (
            Verb("start", "Start {a} that is stopped.", ("id*",), do.state("running"), SET),
            Verb("stop", "Stop {a} and keep its data.", ("id*",), do.state("stopped"), OVERWRITE),
            Verb("restart", "Restart {a}.", ("id*",), do.state("running"), DESTROY),
            Verb("resize", "Resize {a} to another size.", ("id*", "size*"), do.change, SET),
        ),
    )


def _data() -> Family:
    return Family(
        ("available",),
        (
            Verb("backup", "Make a backup of {a}.", ("id*", "note"), do.save("backups"), ADD),
            Verb(
                "restore",
                "Restore {a} from one of its backups.",
                ("id*", "backup_number*"),
                do.restore("backups", "backup_number"),
                OVERWRITE,
            ),
            Verb("clone", "Clone {a} under a new name.", ("id*", "new_name*"), do.copy, ADD),
            Verb("export", "Export {a} as a document.", ("id*", "format"), do.export, READ),
        ),
    )


def _files() -> Family:
    return Family(
        ("available",),
        (
            Verb("put", "Upload a file to {a}.", ("id*", "path*", "text*"), do.append("files"), ADD, "file"),
            Verb(
                "read",
                "Read a file in {a} by its number.",
                ("id*", "file_number*"),
                do.entry("files", "file_number"),
                READ,
                "file",
            ),
            Verb("list", "List the files in {a}.", ("id*",), do.entries("files"), READ, "files"),
            Verb("empty", "Remove every file from {a}.", ("id*",), do.clear("files"), DESTROY),
        ),
    )


def _route() -> Family:
    return Family(
        ("enabled", "disabled"),
        (
            Verb("attach", "Attach {a} to a target.", ("id*", "target*"), do.join("targets", "target"), SET),
            Verb("detach", "Detach {a} from a target.", ("id*", "target*"), do.leave("targets", "target"), OVERWRITE),
            Verb("enable", "Enable {a} so that traffic passes.", ("id*",), do.state("enabled"), SET),
            Verb("disable", "Disable {a} and let no traffic pass.", ("id*",), do.state("disabled"), OVERWRITE),
        ),
    )


def _policy() -> Family:
    return Family(
        ("active",),
        (
            Verb(
                "assign",
                "Assign {a} to a principal.",
                ("id*", "principal*"),
                do.join("principals", "principal"),
                SET,
            ),
            Verb(
                "unassign",
                "Take {a} away from a principal.",
                ("id*", "principal*"),
                do.leave("principals", "principal"),
                OVERWRITE,
            ),
            Verb("list", "List the principals of {a}.", ("id*",), do.entries("principals"), READ, "principals"),
            Verb(
                "check",
                "Check whether {a} applies to a principal.",
                ("id*", "principal*"),
                do.holds("principals", "principal"),
                READ,
            ),
        ),
    )


def _secret() -> Family:
    return Family(
        ("enabled", "disabled"),
        (
            Verb("rotate", "Rotate {a} to a new version.", ("id*", "note"), do.append("versions"), ADD),
            Verb("list", "List the versions of {a}.", ("id*",), do.entries("versions"), READ, "versions"),
            Verb("enable", "Enable {a} for use.", ("id*",), do.state("enabled"), SET),
            Verb("revoke", "Revoke {a} so that it is refused from now on.", ("id*",), do.state("disabled"), DESTROY),
        ),
    )


def _queue() -> Family:
    return Family(
        ("active",),
        (
            Verb("send", "Send a message to {a}.", ("id*", "body*"), do.append("messages"), ADD, "message"),
            Verb(
                "receive",
                "Receive the oldest messages of {a} and remove them.",
                ("id*", "limit"),
                do.take("messages"),
                DESTROY,
                "messages",
            ),
            Verb("count", "Count the messages waiting in {a}.", ("id*",), do.count("messages"), READ, "messages"),
            Verb("purge", "Purge all messages from {a}.", ("id*",), do.clear("messages"), DESTROY),
        ),
    )


def _job() -> Family:
    return Family(
        ("active",),
        (
            Verb("run", "Run {a} once, now.", ("id*", "input"), do.append("runs"), ADD),
            Verb(
                "cancel",
                "Cancel a run of {a}.",
                ("id*", "run_number*"),
                do.mark("runs", "run_number", "cancelled"),
                OVERWRITE,
                "run",
            ),
            Verb("list", "List the runs of {a}.", ("id*",), do.entries("runs"), READ, "runs"),
            Verb(
                "get",
                "Show one run of {a} and its input.",
                ("id*", "run_number*"),
                do.entry("runs", "run_number"),
                READ,
                "run",
            ),
        ),
    )


def _watch() -> Family:
    return Family(
        ("active", "muted"),
        (
            Verb("record", "Record a value for {a}.", ("id*", "value*"), do.append("values"), ADD, "value"),
            Verb("query", "Query the recorded values of {a}.", ("id*",), do.entries("values"), READ, "values"),
            Verb("mute", "Mute {a} until it is unmuted.", ("id*", "note"), do.state("muted"), SET),
            Verb("unmute", "Unmute {a}.", ("id*",), do.state("active"), SET),
        ),
    )


def _versioned() -> Family:
    return Family(
        ("draft", "published"),
        (
            Verb("publish", "Publish a new version of {a}.", ("id*", "note"), do.append("versions"), ADD),
            Verb(
                "rollback",
                "Roll {a} back to an earlier version.",
                ("id*", "version_number*"),
                do.choose("versions", "version_number", "current_version"),
                OVERWRITE,
            ),
            Verb("list", "List the published versions of {a}.", ("id*",), do.entries("versions"), READ, "versions"),
            Verb("deploy", "Deploy {a} to an environment.", ("id*", "environment*"), do.state("published"), SET),
        ),
    )


def _group() -> Family:
    return Family(
        ("active",),
        (
            Verb("add", "Add a member to {a}.", ("id*", "member*"), do.join("members", "member"), SET, "member"),
            Verb(
                "remove",
                "Remove a member from {a}.",
                ("id*", "member*"),
                do.leave("members", "member"),
                OVERWRITE,
                "member",
            ),
            Verb("list", "List the members of {a}.", ("id*",), do.entries("members"), READ, "members"),
            Verb("transfer", "Transfer {a} to another owner.", ("id*", "owner*"), do.change, OVERWRITE),
        ),
    )


def _account() -> Family:
    return Family(
        ("active", "suspended"),
        (
            Verb(
                "grant",
                "Grant a permission to {a}.",
                ("id*", "permission*"),
                do.join("permissions", "permission"),
                SET,
                "permission",
            ),
            Verb(
                "revoke",
                "Revoke a permission of {a}.",
                ("id*", "permission*"),
                do.leave("permissions", "permission"),
                OVERWRITE,
                "permission",
            ),
            Verb("suspend", "Suspend {a} until it is activated again.", ("id*",), do.state("suspended"), OVERWRITE),
            Verb("activate", "Activate {a} that is suspended.", ("id*",), do.state("active"), SET),
        ),
    )


def _rows() -> Family:
    return Family(
        ("available",),
        (
            Verb("insert", "Insert a row into {a}.", ("id*", "row*"), do.append("rows"), ADD, "row"),
            Verb("read", "Read the rows of {a}.", ("id*",), do.entries("rows"), READ, "rows"),
            Verb("count", "Count the rows of {a}.", ("id*",), do.count("rows"), READ, "rows"),
            Verb("truncate", "Delete every row of {a}.", ("id*",), do.clear("rows"), DESTROY),
        ),
    )


def _device() -> Family:
    return Family(
        ("online", "offline"),
        (
            Verb("send", "Send a command to {a}.", ("id*", "command*"), do.append("commands"), DESTROY, "command"),
            Verb("list", "List the commands sent to {a}.", ("id*",), do.entries("commands"), READ, "commands"),
            Verb("connect", "Bring {a} online.", ("id*",), do.state("online"), SET),
            Verb("disconnect", "Take {a} offline.", ("id*",), do.state("offline"), OVERWRITE),
        ),
    )
