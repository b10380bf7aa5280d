"""Resources that connect: networks, names, balancers, delivery."""


def tables() -> dict[str, str]:
    """Tables of resources by service."""
    return {"network": _NETWORK, "balancer": _BALANCER, "dns": _DNS, "cdn": _CDN, "gateway": _GATEWAY}


_NETWORK = """
network | group | cidr* members | a private address space
subnet | route | network* cidr* zone | a part of a private address space
route table | route | network* | the ways that packets take
static route | route | cidr* destination* | one way to a range of addresses
internet gateway | route | network* | the way out to the internet
NAT gateway | route | subnet* ip_address | a shared address for outgoing traffic
public IP address | route | ip_address zone | an address that the internet can reach
network interface | route | subnet* ip_address | a card that joins a server to a network
peering | route | source* destination* | a private link between two networks
transit hub | group | asn* members | a centre that joins many networks
VPN gateway | route | network* asn | the cloud's end of a tunnel
VPN tunnel | runs | ip_address* cidr* | an encrypted line to an office
client VPN | route | cidr* network | access for people on the move
direct line | device | bandwidth_mbps* asn | a leased line into the cloud
firewall | route | network* | a filter at the edge of a network
firewall rule | policy | direction* protocol* port cidr action | one thing that a firewall lets pass or not
security group | group | network* members | servers that share firewall rules
network access list | policy | cidr* direction action | a filter in front of a subnet
private endpoint | route | subnet* source | a private address for a service
flow log | watch | source* retention_days | a record of who talked to whom
packet capture | job | source* timeout_seconds | the packets of one server for a while
address pool | group | cidr* members | addresses handed out from one range
"""

_BALANCER = """
load balancer | route | protocol* port* public_access | one address in front of many servers
listener | route | protocol* port* | a port that a balancer answers on
listener rule | policy | expression* priority* | a choice of servers by request
target group | group | protocol* port* members | the servers that share the load
health check | watch | protocol* port health_path interval_seconds | a regular question to every server
TLS policy | versioned | version* | the ciphers that are accepted
global balancer | route | domain* | one address over all regions
traffic split | route | weight* destination* | a share of traffic for a new release
"""

_DNS = """
DNS zone | data | domain* public_access | the names below one domain
DNS record | route | record_type* values* ttl_seconds | one name and what it points to
domain name | account | domain* expires_on | a registered internet name
domain transfer | job | domain* email | a move of a name from another registrar
DNSSEC key | secret | algorithm* | a key that signs a zone
resolver | route | network* addresses | a server that looks names up
resolver rule | policy | domain* addresses | where to look certain names up
DNS firewall | policy | values* action | a list of names that are not answered
traffic policy | versioned | steps* | names answered by place and health
"""

_CDN = """
distribution | route | domain* source* | copies of a site close to visitors
cache rule | policy | expression* ttl_seconds* | what is kept, and for how long
cache purge | job | values* | the removal of copies before their time
origin | route | url* protocol | the server that copies come from
origin shield | route | zone* | a cache in front of the origin
header policy | policy | headers* | headers added to every answer
redirect | route | source* destination* | an address that leads to another
"""

_GATEWAY = """
API gateway | route | domain* protocol | one entry to many services
API route | route | methods* source* | a path and the service behind it
API stage | versioned | variables* | a released state of an interface
API key | secret | scopes* expires_on | a token that names a caller
usage plan | policy | rate_per_second* burst_limit | what a caller may ask for
request validator | policy | columns* | the check of what a caller sends
API schema | versioned | content* version | the description of an interface
rate limit | policy | rate_per_second* burst_limit | the most calls in a second
developer portal | group | domain* members | pages where callers sign up
webhook | route | url* event_types* | a call to a server of yours
"""
