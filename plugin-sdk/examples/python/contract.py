"""What a plugin of any provider needs: the contract's one error, and money."""

import functools
import re
import traceback
from typing import Any, Callable, NoReturn, Optional, TypeVar

from componentize_py_types import Err
from wit_world.imports import types

Role = TypeVar("Role", bound=type)


def failure(
    kind: types.ErrorKind, message: str, status: Optional[int] = None
) -> Err[types.Error]:
    """The contract's one error: raised, it is the call's answer. `message` is for an operator, in English, without secrets."""
    return Err(types.Error(kind, message, status))


def unsupported(*_: Any, **__: Any) -> NoReturn:
    """What a role's function is that this plugin does not have."""
    raise failure(types.ErrorKind_Unsupported(), "this plugin does not do that")


def guarded(role: Role) -> Role:
    """A role whose mistakes tell themselves: what a function raises that is no failure reaches the host as `internal`,
    with its words, file and line."""

    def guard(call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def answer(*values: Any) -> Any:
            try:
                return call(*values)
            except Exception as error:
                if isinstance(error, Err) and isinstance(error.value, types.Error):
                    raise
                raise failure(types.ErrorKind_Internal(), told(error)) from error

        return answer

    for name, call in list(vars(role).items()):
        if callable(call) and not name.startswith("_"):
            setattr(role, name, guard(call))
    return role


def told(error: Exception) -> str:
    """Its words and where it came from, the innermost place first."""
    frames = reversed(traceback.extract_tb(error.__traceback__)[1:])
    # Files lie in a numbered folder there.
    places = [
        f"{re.sub('^/[0-9]+/', '', frame.filename)}:{frame.lineno} in {frame.name}"
        for frame in frames
    ]
    return f"{type(error).__name__}: {error}, at {' < '.join(places[:5])}"


# Decimals of a currency's minor unit (ISO 4217), where they are not 2.
EXPONENTS = (
    dict.fromkeys(
        "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(), 0
    )
    | dict.fromkeys("BHD IQD JOD KWD LYD OMR TND".split(), 3)
    | dict.fromkeys("CLF UYW".split(), 4)
)


def money(text: str, currency: str) -> types.Money:
    """`12.9` in EUR is 1290 minor units, `1290` in JPY is 1290; exact, never through a float. Decimals beyond the
    currency's must be zeros."""
    exponent = EXPONENTS.get(currency, 2)
    found = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]+))?", text)
    sign, whole, decimals = found.groups(default="") if found else ("", "", "")
    if not found or decimals[exponent:].strip("0"):
        raise ValueError(f"{text!r} is no amount in {currency}")
    return types.Money(int(sign + whole + decimals[:exponent].ljust(exponent, "0")), currency)
