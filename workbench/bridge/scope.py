"""What one session's bridge may see: a frozen picture that search, describe and call all read (spec 1.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.bridge.schema.prepared import SchemaCache
from workbench.model import Tool
from workbench.search.catalog import Catalog
from workbench.search.terms import Analyzer
from workbench.settings import ToolSearchSettings


@dataclass(frozen=True)
class Scope:
    """The tools a session is granted, and what is needed to answer over them.

    `deferred` and `visible` map model-facing names to tools; `registered` holds every name that exists, granted or not;
    `unavailable` maps declared servers that are down to the reason. `schemas` remembers prepared schemas from call to
    call; hand the same cache to every scope of a session. `removed` maps names that existed earlier in the
    session to the server that no longer offers them.
    """

    deferred: Mapping[str, Tool]
    visible: Mapping[str, Tool]
    registered: frozenset[str]
    catalog: Catalog
    analyzer: Analyzer
    settings: ToolSearchSettings
    unavailable: Mapping[str, str]
    schemas: SchemaCache = field(default_factory=SchemaCache)
    removed: Mapping[str, str] = field(default_factory=dict)

    def granted(self, name: str) -> Tool | None:
        """The tool of exactly this name, deferred or directly listed; None where the session is not granted one."""
        return self.deferred.get(name) or self.visible.get(name)
