"""Resources that keep data: storage, databases, caches, search, analytics."""


def tables() -> dict[str, str]:
    """Tables of resources by service."""
    return {
        "storage": _STORAGE,
        "database": _DATABASE,
        "cache": _CACHE,
        "search": _SEARCH,
        "analytics": _ANALYTICS,
        "backup": _BACKUP,
    }


_STORAGE = """
bucket | files | storage_class* versioning | a place for files
bucket policy | policy | statements* | who may do what with its files
bucket notification | route | event_types* destination | a message sent when files change
lifecycle rule | policy | retention_days* storage_class | a rule that moves or removes old files
replication rule | route | source* destination* | a copy of new files in another region
block volume | data | disk_gib* iops encryption | a disk that a server can mount
volume snapshot | data | source* encryption | a disk as it was at one moment
file share | files | disk_gib* protocol network | a folder that many servers mount
file gateway | route | source* network | local access to files in the cloud
archive vault | files | retention_days* encryption | cheap storage for files seldom read
transfer job | job | source* destination* schedule | a copy of files from one place to another
signed link | secret | path* expires_on | a link to one file that expires
"""

_DATABASE = """
database server | runs | engine* size* version disk_gib | a managed relational server
database | data | engine* size | a set of tables
database replica | runs | source* size zone | a read-only copy of a server
database user | account | display_name scopes | a login for one database
database table | rows | columns* primary_key | rows with named columns
database index | data | columns* | a sorted copy that makes look-ups fast
database view | versioned | query* | a stored query that reads like a table
database proxy | route | source* concurrency | a pool of connections
parameter group | versioned | variables* engine | engine settings shared by servers
migration task | job | source* destination* | a move of tables from one server to another
schema migration | versioned | script* version | a step that changes the tables
document collection | rows | primary_key* ttl_seconds | documents without a fixed shape
key value table | rows | primary_key* ttl_seconds | items found by key
change stream | queue | source* retention_days | every change in order
graph database | data | size* encryption | nodes and edges that queries walk along
time series table | rows | retention_days* columns | measurements ordered by time
ledger | rows | retention_days encryption | rows that can be proved unchanged
global table | data | source* | one table in several regions
database snapshot | data | source* encryption | a server as it was at one moment
"""

_CACHE = """
cache cluster | runs | size* node_count* version | memory that answers quickly
cache node | runs | size* zone | one machine of a cache
cache user | account | scopes* | a login for a cache
cache snapshot | data | source* | the content of a cache at one moment
"""

_SEARCH = """
search domain | runs | size* node_count version | servers for full text search
search index | rows | columns* shards replicas | documents that can be searched
index template | versioned | columns* shards | the shape that new indexes take
synonym set | versioned | values* language | words that count as the same
vector index | rows | dimensions* replicas | embeddings found by nearness
crawl job | job | url* schedule | a walk over pages to be indexed
"""

_ANALYTICS = """
warehouse | runs | size* node_count encryption | a database for reports over much data
dataset | data | file_format* retention_days | tables and files that belong together
data catalog | group | members | a directory of tables and their meaning
data lake | files | storage_class* encryption | raw files ready for queries
saved query | versioned | query* | a query kept under a name
materialized view | data | query* interval_seconds | a query whose answer is kept
ETL pipeline | job | steps* source destination | steps that reshape data and load it
stream processor | runs | source* query* | a query over data as it arrives
delivery stream | queue | destination* file_format | records carried to storage
report | versioned | title* query schedule | figures for readers
data quality rule | watch | expression* severity | a check that data keeps its promises
data connector | route | source* variables | a link to data kept elsewhere
"""

_BACKUP = """
backup plan | job | schedule* retention_days | what is copied, when, and for how long
backup vault | files | encryption retention_days | the place that copies are kept in
recovery point | data | source* expires_on | one copy that can be brought back
failover group | group | members* priority | systems that take over together
legal hold | policy | source* title | a bar to deletion for legal reasons
"""
