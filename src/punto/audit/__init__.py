"""The auditor: checks a record from the rulebook's values alone, with books of its own.

It never asks `decide` what should have happened. It walks the events, keeps its own
stakes, insurance, cards and money, and names the first event that cannot be so.

Public: `audit_store`, `audit_logs`, `Walk`, `Giver`, `Account`, `AuditCounts`, `CutShort`, `Decided`, `Difference`,
`Finding`, `by_person` and the `PersonConduct` it lists, `NamedException`.
"""

from punto.audit.account import Account, AuditCounts
from punto.audit.bank_book import NamedException
from punto.audit.conduct import Beside, PersonConduct, by_person
from punto.audit.decided import Decided
from punto.audit.finding import Finding, Wrong
from punto.audit.giver import Giver
from punto.audit.hindsight import Difference
from punto.audit.inspection import audit_logs, audit_store
from punto.audit.mixing import CutShort
from punto.audit.walk import Walk

__all__ = [
    "Account",
    "AuditCounts",
    "Beside",
    "CutShort",
    "Decided",
    "Difference",
    "Finding",
    "Giver",
    "NamedException",
    "PersonConduct",
    "Walk",
    "Wrong",
    "audit_logs",
    "audit_store",
    "by_person",
]
