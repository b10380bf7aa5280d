"""Resources that carry messages and bring software out: queues, events, workflows, builds, mail."""


def tables() -> dict[str, str]:
    """Tables of resources by service."""
    return {"messaging": _MESSAGING, "events": _EVENTS, "workflow": _WORKFLOW, "build": _BUILD, "mail": _MAIL}


_MESSAGING = """
queue | queue | keep_order retention_days delay_seconds | messages waiting for a reader
dead letter queue | queue | source* retention_days | messages that nobody could handle
topic | queue | keep_order encryption | messages for every subscriber
subscription | route | topic* url | one reader of a topic
stream | queue | partitions* | records in order
stream consumer | account | source* | a reader that keeps its place
message broker | runs | size* version | a server for messages
broker user | account | scopes* | a login for a broker
kafka cluster | runs | size* node_count* version | servers for streams of records
kafka topic | queue | partitions* replicas retention_days | a named stream on a cluster
message schema | versioned | content* version | the shape that messages have
push platform | account | title* scopes | a service that reaches phones
push endpoint | device | source* | one phone that gets messages
SMS sender | account | title* | the name that text messages come from
"""

_EVENTS = """
event bus | queue | retention_days | events of many services
event rule | route | event_types* destination* | what happens at an event
event archive | files | retention_days* | events kept for later
event replay | job | source* starts_at | old events sent once more
event schema | versioned | content* | the shape that events have
event source | route | source* event_types | a service that tells what happened
event pipe | route | source* destination* expression | a line from a source to a target
"""

_WORKFLOW = """
workflow | job | steps* timeout_seconds | steps carried out in order
workflow template | versioned | steps* | a pattern for workflows
state machine | job | content* timeout_seconds | steps and the choices between them
approval | account | members* expires_on | a decision that a person takes
task queue | queue | rate_per_second* concurrency | work done at a steady pace
human task | queue | title* members | work that a person does
decision table | versioned | columns* | outcomes by condition
runbook | job | steps* | what to do, step by step
maintenance plan | job | schedule* steps | regular work on a system
"""

_BUILD = """
repository | files | public_access branch | source code with its history
branch rule | policy | branch* | what has to hold before a merge
pipeline | job | steps* repository branch | build, test and release steps
build project | job | repository* image script | the way software is made
build agent | runs | size* image | a machine that builds
build cache | data | max_size_mib* | files that make builds faster
artifact store | files | retention_days encryption | what builds leave behind
package feed | files | public_access | libraries for other projects
release | versioned | version* repository | software handed to users
deployment group | group | members* | servers that get a release together
deployment | job | source* environment | a release put on servers
test report | data | source* file_format | which tests passed
device farm run | job | source* | tests on real phones
feature flag | versioned | default_on percentage | a switch inside a program
code review | account | branch* members | remarks on a change
signing profile | secret | algorithm* | a key that marks software as yours
preview environment | runs | branch* size | a copy of a site for one change
infrastructure stack | versioned | content* variables | resources described in one document
stack set | group | members* content | one description for many accounts
"""

_MAIL = """
mail domain | account | domain* | a domain that mail is sent from
mail sender | account | email* | an address that mail comes from
mail template | versioned | title* content* language | a letter with gaps to fill
mail list | group | title* members | people who get the same letter
mail campaign | job | title* starts_at | a letter to many people
suppression list | data | values* | addresses that get no mail
mail archive | files | retention_days* | letters kept for the record
delivery report | watch | source* | what became of letters
"""
