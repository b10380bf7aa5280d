"""The parameters of the cloud's tools by name: what every tool means by `size`, `cidr` or `retention_days`."""

from typing import Any


def parameters() -> dict[str, dict[str, Any]]:
    """A schema for each parameter."""
    return {**_of_verbs(), **_sizes(), **_network(), **_rules(), **_choices(), **_texts()}


def _of_verbs() -> dict[str, dict[str, Any]]:
    number = {"type": "integer", "minimum": 1}
    text = {"type": "string", "minLength": 1, "maxLength": 200}
    return {
        "name": {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,62}$", "examples": ["orders"]},
        "new_name": {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,62}$", "examples": ["orders-copy"]},
        "name_contains": {"type": "string", "maxLength": 63},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
        "labels": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 63}, "maxProperties": 30},
        "note": {"type": "string", "maxLength": 500},
        "format": {"type": "string", "enum": ["json", "csv", "yaml"], "default": "json"},
        "backup_number": number,
        "file_number": number,
        "run_number": number,
        "version_number": number,
        "path": {"type": "string", "pattern": "^[^/].{0,199}$", "examples": ["reports/march.txt"]},
        "text": {"type": "string", "maxLength": 20000},
        "target": {**text, "description": "Id of what it is attached to.", "examples": ["virtual-machine-1"]},
        "principal": {**text, "examples": ["user:ada"]},
        "member": {**text, "examples": ["user:ada"]},
        "owner": {**text, "examples": ["user:grace"]},
        "permission": {"type": "string", "enum": ["read", "write", "administer", "bill"]},
        "body": {"type": "string", "minLength": 1, "maxLength": 20000},
        "input": {"type": "object", "description": "Values for this run."},
        "value": {"type": "number"},
        "environment": {"type": "string", "enum": ["development", "staging", "production"]},
        "row": {"type": "object", "minProperties": 1, "examples": [{"id": 1, "title": "first"}]},
        "command": {**text, "examples": ["reboot"]},
    }


def _sizes() -> dict[str, dict[str, Any]]:
    return {
        "size": {"type": "string", "enum": ["small", "medium", "large", "xlarge"]},
        "cpu_count": _whole(1, 128),
        "memory_gib": {"type": "number", "exclusiveMinimum": 0, "maximum": 4096},
        "disk_gib": _whole(1, 65536),
        "iops": _whole(100, 256000),
        "node_count": _whole(1, 500),
        "replicas": _whole(0, 1000),
        "shards": _whole(1, 256),
        "partitions": _whole(1, 1000),
        "max_size_mib": _whole(1, 100000),
        "concurrency": _whole(1, 10000),
        "retention_days": _whole(1, 3650),
        "timeout_seconds": _whole(1, 86400),
        "interval_seconds": _whole(10, 86400),
        "ttl_seconds": _whole(0, 604800),
        "delay_seconds": _whole(0, 900),
        "burst_limit": _whole(1, 100000),
        "rate_per_second": {"type": "number", "exclusiveMinimum": 0, "maximum": 100000},
        "dimensions": _whole(1, 8192),
        "epochs": _whole(1, 1000),
        "learning_rate": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        "threshold": {"type": "number"},
        "percentage": {"type": "number", "minimum": 0, "maximum": 100},
        "amount": {"type": "number", "exclusiveMinimum": 0},
        "min_length": _whole(8, 128),
    }


def _network() -> dict[str, dict[str, Any]]:
    host = {"type": "string", "pattern": "^[a-z0-9-]+(\\.[a-z0-9-]+)+$", "maxLength": 253}
    return {
        "cidr": {"type": "string", "pattern": "^([0-9]{1,3}\\.){3}[0-9]{1,3}/[0-9]{1,2}$", "examples": ["10.0.0.0/16"]},
        "ip_address": {"type": "string", "format": "ipv4", "examples": ["192.0.2.10"]},
        "port": _whole(1, 65535),
        "protocol": {"type": "string", "enum": ["tcp", "udp", "http", "https"]},
        "direction": {"type": "string", "enum": ["inbound", "outbound"]},
        "domain": {**host, "examples": ["shop.example.org"]},
        "url": {"type": "string", "pattern": "^https?://[^ ]+$", "examples": ["https://example.org/hook"]},
        "network": {"type": "string", "minLength": 1, "examples": ["network-1"]},
        "subnet": {"type": "string", "minLength": 1, "examples": ["subnet-1"]},
        "addresses": {
            "type": "array",
            "items": {"type": "string", "format": "ipv4"},
            "minItems": 1,
            "uniqueItems": True,
            "examples": [["192.0.2.10", "192.0.2.11"]],
        },
        "asn": {"type": "integer", "minimum": 1, "maximum": 4294967294},
        "priority": _whole(0, 65535),
        "weight": _whole(0, 255),
        "bandwidth_mbps": _whole(1, 400000),
        "public_access": {"type": "boolean", "default": False},
        "health_path": {"type": "string", "pattern": "^/", "examples": ["/health"]},
    }


def _rules() -> dict[str, dict[str, Any]]:
    words = {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1, "uniqueItems": True}
    statement = {
        "type": "object",
        "properties": {"effect": {"type": "string", "enum": ["allow", "deny"]}, "actions": words, "resources": words},
        "required": ["effect", "actions"],
        "additionalProperties": False,
    }
    column = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1},
            "type": {"type": "string", "enum": ["text", "integer", "number", "boolean", "timestamp"]},
            "nullable": {"type": "boolean"},
        },
        "required": ["name", "type"],
        "additionalProperties": False,
    }
    return {
        "statements": {"type": "array", "items": statement, "minItems": 1, "maxItems": 50},
        "columns": {"type": "array", "items": column, "minItems": 1, "maxItems": 500},
        "action": {"type": "string", "enum": ["allow", "deny", "log"]},
        "values": {**words, "examples": [["192.0.2.10"]]},
        "scopes": {**words, "examples": [["orders.read"]]},
        "members": {**words, "examples": [["user:ada"]]},
        "steps": {**words, "maxItems": 50, "examples": [["build", "test", "deploy"]]},
        "event_types": {**words, "examples": [["order.created"]]},
        "methods": {
            "type": "array",
            "items": {"type": "string", "enum": ["GET", "POST", "PUT", "PATCH", "DELETE"]},
            "uniqueItems": True,
        },
        "variables": {"type": "object", "additionalProperties": {"type": "string"}},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}},
    }


def _choices() -> dict[str, dict[str, Any]]:
    return {
        "zone": {"type": "string", "enum": ["a", "b", "c"]},
        "runtime": {"type": "string", "enum": ["python", "node", "java", "go", "dotnet"]},
        "engine": {"type": "string", "enum": ["postgres", "mysql", "mariadb"]},
        "storage_class": {"type": "string", "enum": ["standard", "infrequent", "archive"]},
        "file_format": {"type": "string", "enum": ["json", "csv", "parquet", "avro"]},
        "record_type": {"type": "string", "enum": ["A", "AAAA", "CNAME", "MX", "TXT", "SRV"]},
        "algorithm": {"type": "string", "enum": ["rsa-4096", "ecdsa-p256", "ed25519", "aes-256"]},
        "comparison": {"type": "string", "enum": ["above", "below", "equal"]},
        "severity": {"type": "string", "enum": ["info", "warning", "critical"]},
        "channel": {"type": "string", "enum": ["mail", "chat", "pager", "webhook"]},
        "currency": {"type": "string", "enum": ["EUR", "USD", "GBP", "JPY"]},
        "language": {"type": "string", "pattern": "^[a-z]{2}(-[A-Z]{2})?$", "examples": ["en"]},
        "encryption": {"type": "boolean", "default": True},
        "versioning": {"type": "boolean", "default": False},
        "keep_order": {"type": "boolean", "default": False},
        "default_on": {"type": "boolean", "default": True},
        "accelerator": {"anyOf": [{"type": "string", "enum": ["one", "four", "eight"]}, {"type": "null"}]},
        "codec": {"type": "string", "enum": ["h264", "h265", "av1"]},
        "resolution": {"type": "string", "enum": ["480p", "720p", "1080p", "2160p"]},
    }


def _texts() -> dict[str, dict[str, Any]]:
    text = {"type": "string", "minLength": 1, "maxLength": 500}
    return {
        "image": {**text, "examples": ["ubuntu-24.04"]},
        "version": {"type": "string", "pattern": "^[0-9]+(\\.[0-9]+){0,2}$", "examples": ["16.2"]},
        "handler": {**text, "examples": ["main.handle"]},
        "source": {**text, "examples": ["bucket-1"]},
        "destination": {**text, "examples": ["bucket-2"]},
        "schedule": {**text, "description": "Five cron fields.", "examples": ["0 3 * * *"]},
        "time_zone": {**text, "examples": ["Europe/Paris"]},
        "query": {**text, "examples": ["select count(*) from orders"]},
        "expression": {**text, "examples": ["status >= 500"]},
        "metric": {**text, "examples": ["cpu_utilisation"]},
        "email": {"type": "string", "format": "email", "examples": ["ada@example.org"]},
        "display_name": {**text, "examples": ["Ada Lovelace"]},
        "expires_on": {"type": "string", "format": "date", "examples": ["2027-01-31"]},
        "starts_at": {"type": "string", "pattern": "^[0-9]{4}-.*Z$", "examples": ["2026-06-30T08:00:00Z"]},
        "primary_key": {**text, "examples": ["id"]},
        "repository": {**text, "examples": ["shop/web"]},
        "branch": {**text, "default": "main", "examples": ["main"]},
        "script": {"type": "string", "minLength": 1, "maxLength": 10000, "examples": ["make test"]},
        "base_model": {**text, "examples": ["text-small"]},
        "prompt": {"type": "string", "minLength": 1, "maxLength": 10000},
        "dataset": {**text, "examples": ["dataset-1"]},
        "topic": {**text, "examples": ["orders/created"]},
        "title": text,
        "content": {"type": "string", "maxLength": 20000},
    }


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}
