"""The one error that keeps the program from starting."""


class ConfigError(Exception):
    """A configuration that cannot be used at all, or a command line that makes no sense (spec 1.1).

    `where` is a file with line and column, or an option; `problem` what is wrong; `advice` what to do. No part of it
    quotes the file, which may hold secrets.
    """

    def __init__(self, where: str, problem: str, advice: str = "") -> None:
        super().__init__(": ".join(part for part in (where, problem) if part) + (f". {advice}" if advice else ""))
        self.where = where
        self.problem = problem
        self.advice = advice
