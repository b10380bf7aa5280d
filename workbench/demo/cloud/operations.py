"""Resources that watch, learn, play and reach out into the world: monitoring, models, media, things."""


def tables() -> dict[str, str]:
    """Tables of resources by service."""
    return {"monitor": _MONITOR, "logging": _LOGGING, "learning": _LEARNING, "media": _MEDIA, "iot": _IOT}


_MONITOR = """
metric | watch | title* interval_seconds | a number that is followed over time
alarm | watch | metric* threshold* comparison* | a warning when a number is wrong
composite alarm | watch | expression* | a warning made of several
dashboard | versioned | title* content | charts on one page
notification channel | route | channel* email url | where warnings go
on-call rota | group | members* schedule | who is woken up when
escalation policy | policy | steps* timeout_seconds | who is asked next
uptime check | watch | url* interval_seconds | a regular visit to a page
synthetic test | job | script* schedule | a visit played by a program
trace group | watch | expression* percentage | requests followed through services
service map | data | source* | which service calls which
service level objective | watch | percentage* metric* | how good a service has to be
anomaly detector | watch | metric* | a search for unusual numbers
status page | versioned | title* domain | what users are told about faults
agent profile | versioned | variables* | what is collected on servers
profiler | job | source* timeout_seconds | where a program spends its time
canary | watch | url* interval_seconds | an early sign of trouble
"""

_LOGGING = """
log group | data | retention_days* encryption | lines that belong together
log stream | queue | source* | lines of one program in order
log filter | policy | expression* | lines that are picked out
log metric | watch | expression* metric* | a number counted from lines
log sink | route | destination* expression | a copy of lines elsewhere
log view | policy | expression* members | the lines that some may read
log query | versioned | query* | a question to the lines
log exclusion | policy | expression* percentage | lines that are not kept
log alert | watch | expression* channel* severity | a warning when a line appears
"""

_LEARNING = """
model | versioned | base_model* dataset | what was learned from examples
model endpoint | runs | base_model* size accelerator | an address that a model answers at
training job | job | dataset* base_model* epochs learning_rate | a model learning from examples
tuning job | job | dataset* epochs | a search for the best settings
evaluation | job | base_model* dataset* | a test of how good a model is
experiment | group | title* members | trials that are compared
feature group | rows | columns* primary_key | values that models are fed
labelling job | job | dataset* members | examples marked by people
prompt template | versioned | prompt* | words with gaps for a model
prompt flow | job | steps* | calls to models in order
knowledge base | files | base_model* dimensions | documents that answers are drawn from
embedding job | job | source* base_model* | texts turned into vectors
content filter | policy | severity* action | what a model may not say
dialogue model | versioned | prompt* base_model* | a model with a task and tools
speech model | versioned | language* | a model that understands speech
voice | versioned | language* title | a way of reading aloud
translation memory | rows | language* | sentences translated before
vision model | versioned | dataset* | a model that knows pictures
forecast | job | dataset* metric* | numbers expected in the future
model monitor | watch | base_model* metric | a watch over a model at work
"""

_MEDIA = """
video asset | files | title* resolution | a film with its versions
transcoding job | job | source* codec* resolution | a film turned into another format
transcoding preset | versioned | codec* resolution* | settings for turning films
live channel | runs | resolution* codec | a programme sent as it happens
live input | route | url* protocol | the camera's line into the service
recording | data | source* retention_days | a programme kept for later
playlist | group | title* members | films in an order
subtitle track | versioned | language* content* | words below a film
thumbnail set | data | source* interval_seconds | small pictures of a film
DRM key | secret | algorithm* | a key that protects a film
audio track | data | language* source | the sound of a film
"""

_IOT = """
thing | device | title* | a device in the field
thing type | versioned | columns* title | what devices of a kind have in common
thing group | group | members* | devices that are managed together
device certificate | secret | expires_on* algorithm | proof of which device it is
device shadow | data | variables* | the wanted and the reported state
device job | job | script* | work for many devices
firmware | versioned | version* source* | the program inside a device
topic rule | route | topic* query destination | what happens to readings
telemetry stream | queue | topic* retention_days | readings as they arrive
fleet index | data | columns* | devices that can be searched
provisioning template | versioned | content* | how new devices are let in
device gateway | device | ip_address* protocol | a box that speaks for small devices
geofence | watch | title* threshold | a border that devices cross
asset model | versioned | columns* | a machine and its parts
sensor | device | metric* interval_seconds | a device that measures
"""
