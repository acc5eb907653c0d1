"""The verifier that shares no code with the site, in parts that `games.trust.joining` joins."""

from games.trust.verifier.audit import Audit, check
from games.trust.verifier.command import main
from games.trust.verifier.encoding import Unusable, canonical
from games.trust.verifier.report import AuditReport
from games.trust.verifier.tables import TABLES
from games.trust.verifier.wording import told

__all__ = [
    "TABLES",
    "Audit",
    "AuditReport",
    "Unusable",
    "canonical",
    "check",
    "main",
    "told",
]
