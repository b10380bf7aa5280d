"""The configuration room: YAML and command line -> frozen settings, with a report for whatever was mended."""

from workbench.config.command_line import command_line_servers, server_spec_from_text, snapshot_files
from workbench.config.errors import ConfigError
from workbench.config.load import APPLICATION, CONFIG_NAME, demo_settings, find_file, load, read_text, user_file
from workbench.config.printing import masked, masked_server
from workbench.masking import MASK, mask_text, masked_args, masked_target, masked_url, secret_values

__all__ = [
    "APPLICATION",
    "CONFIG_NAME",
    "MASK",
    "ConfigError",
    "command_line_servers",
    "demo_settings",
    "find_file",
    "load",
    "mask_text",
    "masked",
    "masked_args",
    "masked_server",
    "masked_target",
    "masked_url",
    "read_text",
    "secret_values",
    "server_spec_from_text",
    "snapshot_files",
    "user_file",
]
