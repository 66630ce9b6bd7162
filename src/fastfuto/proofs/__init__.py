"""Claims about solutions, with proofs that independent programs can check."""

from .certificate import Certificate
from .prove import prove, prove_unique
from .verify import verify

__all__ = ["Certificate", "prove", "prove_unique", "verify"]
