"""The event-sourced table: commands in, events or a refusal out, and the state they add up to. Pure throughout.

Public: `decide`, `evolve`, `State`, `COMMANDS`, `postings`, `MemoryLedger`.
"""

from punto.table.commands import COMMANDS, Command
from punto.table.decide import decide
from punto.table.events import AnyEvent, Event, kind_of
from punto.table.evolve import RulebookChanged, evolve, replay
from punto.table.ledger import MemoryLedger
from punto.table.postings import Posting, postings
from punto.table.sign import Sign
from punto.table.state import State, Table

__all__ = [
    "COMMANDS",
    "AnyEvent",
    "Command",
    "Event",
    "MemoryLedger",
    "Posting",
    "RulebookChanged",
    "Sign",
    "State",
    "Table",
    "decide",
    "evolve",
    "kind_of",
    "postings",
    "replay",
]
