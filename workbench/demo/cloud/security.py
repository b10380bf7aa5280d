"""Resources that say who may do what, keep secrets and look for danger."""


def tables() -> dict[str, str]:
    """Tables of resources by service."""
    return {"identity": _IDENTITY, "secrets": _SECRETS, "security": _SECURITY, "billing": _BILLING}


_IDENTITY = """
user | account | email* | a person who signs in
user group | group | members* | people who share permissions
role | policy | statements* timeout_seconds | permissions that can be taken on
permission policy | policy | statements* | a list of what is allowed and denied
access key | secret | expires_on scopes | a pair of words for programs
password policy | policy | min_length* retention_days | what a password has to be like
hardware token | device | display_name* | a device that proves who is there
identity provider | route | domain* url | a sign-in service run elsewhere
single sign-on app | account | url* scopes | an application that people sign in to
directory | data | domain* size | people and machines of an organisation
user pool | group | min_length members | the customers of an application
app client | account | scopes* url | an application that uses a user pool
access review | job | schedule* members | a regular look at who can do what
organization | group | email* members | all accounts under one roof
organization unit | group | members | accounts under the same rules
member account | account | email* | an account of an organisation
guardrail | policy | statements* | a rule over all accounts
"""

_SECRETS = """
secret | secret | content* expires_on | a password or token kept encrypted
encryption key | secret | algorithm* | a key that never leaves the service
key alias | route | source* | a readable name for a key
key grant | policy | principal* scopes | leave to use one key
certificate | secret | domain* algorithm | proof that a domain is yours
certificate authority | secret | domain* algorithm expires_on | an issuer of certificates
SSH key | secret | content* algorithm | a public key for logging in
rotation schedule | job | schedule* source | the days on which secrets change
configuration value | versioned | content* | a setting that programs look up
"""

_SECURITY = """
threat detector | watch | interval_seconds* | a search for signs of attack
threat list | data | values* | addresses known to be hostile
security finding | watch | severity* title* | something that was found wrong
security standard | versioned | statements* version | rules that accounts are held to
compliance check | job | schedule* severity | a comparison with a standard
audit trail | watch | retention_days* encryption | a record of every call
web firewall | route | domain* | a filter in front of a site
web firewall rule | policy | expression* action* priority | one thing that visitors may not send
bot rule | policy | action* rate_per_second | how automatic visitors are treated
DDoS protection | policy | bandwidth_mbps* | a shield against floods
vulnerability scan | job | source* schedule | a search for known flaws
patch baseline | versioned | severity* | the updates that servers must have
patch run | job | source* | updates put on servers
incident | watch | severity* title* | a danger that people work on
data classifier | job | source* expression | a search for personal data
access analyzer | watch | source* | a search for doors left open
"""

_BILLING = """
budget | watch | amount* currency* | the sum that may be spent
budget alert | watch | percentage* channel email | a warning before money runs out
cost report | job | schedule* file_format | what was spent on what
cost category | group | members | spending that belongs together
payment method | account | currency* email | the card or account that is charged
invoice | data | amount* currency* | what has to be paid for a month
savings plan | account | amount* expires_on* | a promise to spend for a lower price
credit | account | amount* currency* expires_on | money that was given
spending limit | policy | amount* currency* | a sum at which everything stops
billing contact | account | email* display_name | the person who gets the invoices
"""
