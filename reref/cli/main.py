"""The ``reref`` command: finds its sub-commands by file name and turns known errors into one line."""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules

import click

from reref import __version__
from reref.core.errors import RerefError


class LazyCommands(click.Group):
    """A group whose commands are the modules of ``reref.cli``; a module is imported when its command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names without importing any."""
        import reref.cli as room

        return sorted(
            m.name.replace("_", "-")
            for m in iter_modules(room.__path__)
            if not m.name.startswith("_") and m.name != "main"
        )

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command's module and return its ``command``."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f"reref.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "REREF"})
@click.version_option(__version__, prog_name="reref")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def cli(*, debug: bool) -> None:
    """Would your model ranking survive a radiologist who writes differently?"""


def main() -> None:
    """Run the command line; exit codes: 0 done, 1 too many failed rows, 2 usage, 3 bad data, 130 interrupted."""
    try:
        code = cli.main(standalone_mode=False)  # a command that calls ctx.exit(1) gives 1 back here
        sys.exit(code if isinstance(code, int) else 0)
    except click.Abort:
        click.echo("interrupted; run the same command again to go on", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except RerefError as error:
        if "--debug" in sys.argv:
            raise
        click.echo(f"reref: {error}", err=True)
        sys.exit(error.exit_code)
