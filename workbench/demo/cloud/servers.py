"""Resources that compute: machines, containers, functions, and the edge."""


def tables() -> dict[str, str]:
    """Tables of resources by service."""
    return {"compute": _COMPUTE, "container": _CONTAINER, "function": _FUNCTION, "batch": _BATCH, "edge": _EDGE}


_COMPUTE = """
virtual machine | runs | size* image* zone | a server booted from an image
machine image | versioned | source* encryption | a disk template that servers boot from
machine template | versioned | size* image variables | the settings that new servers start with
scale set | runs | size* replicas* image | identical servers that grow and shrink together
scaling policy | policy | metric* threshold comparison | a rule that adds or removes servers
placement group | group | zone members | servers kept close together or apart
dedicated host | runs | size* zone | physical hardware for one tenant
bare metal server | runs | size* image zone | a physical server without a hypervisor
launch script | versioned | script* variables | commands that run at first boot
desktop session | runs | size* image timeout_seconds | a remote desktop for one person
"""

_CONTAINER = """
cluster | runs | size* node_count* version | managed nodes for containers
node pool | runs | size* node_count* zone | nodes of one size in a cluster
workload | runs | image* replicas* variables | a set of identical containers
pod | runs | image* memory_gib variables | containers that share one address
namespace | group | members | a named part of a cluster
ingress | route | domain* port protocol | the way into a cluster from outside
service account | account | display_name scopes | an identity for software in a cluster
config map | data | variables* | settings handed to containers
persistent volume | data | disk_gib* storage_class encryption | disk space that outlives a container
cron workload | job | image* schedule* time_zone | a container started by the clock
helm release | versioned | repository* version variables | an installed chart
quota | policy | cpu_count memory_gib | the most that a namespace may use
autoscaler | watch | metric* threshold replicas | a controller that follows the load
container registry | files | public_access encryption | storage for container images
"""

_FUNCTION = """
function | versioned | runtime* handler* memory_gib timeout_seconds | code that runs on request
layer | versioned | runtime* source | libraries shared among functions
trigger | route | event_types* source | an event that starts a function
function URL | route | domain methods | a web address that calls a function
event mapping | queue | source* concurrency | a link that feeds messages to code
"""

_BATCH = """
batch job | job | image* script cpu_count | a program that runs to its end
batch queue | queue | priority* concurrency | jobs waiting for a place to run
job definition | versioned | image* script memory_gib | the pattern that jobs are made from
spark cluster | runs | size* node_count* version | machines for distributed data work
notebook | runs | size* runtime | an interactive document that runs code
"""

_EDGE = """
edge site | device | zone bandwidth_mbps | a small data centre near users
edge worker | versioned | script* variables | code that runs near users
edge cache | data | ttl_seconds* max_size_mib | copies of answers near users
"""
