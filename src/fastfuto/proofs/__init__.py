"""Claims about solutions with proofs that outsiders can check."""

from .certificate import Certificate
from .prove import prove
from .verify import verify

__all__ = ["Certificate", "prove", "verify"]
