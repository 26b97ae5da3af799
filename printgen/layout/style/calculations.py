"""Calculations in CSS values: calc(), min(), max() and clamp() (CSS Values 4, 10).

They are done while a style sheet is read. So all lengths of one must have units that are lengths on
paper, or all the same other unit: what 100 % is, or an em, is known only later. The sum of a
percentage and a length on paper stays a sum.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tinycss2.ast import DimensionToken, FunctionBlock, NumberToken, PercentageToken

from printgen.layout.style.values import (
    PERCENTAGE_WITH_LENGTH,
    UNITS,
    format_tokens,
    split_at_commas,
)
from printgen.problems import InputError


class _Quantity(NamedTuple):
    """A number and its unit: "mm", "%", another unit, or "" for none.

    `plus` is a length in mm that is added to a percentage.
    """

    value: float
    unit: str
    plus: float = 0.0


class _PercentageWithLength(NamedTuple):
    """A token for the sum of a percentage and a length in mm, `plus`."""

    value: float
    plus: float
    type: str = PERCENTAGE_WITH_LENGTH

    def serialize(self) -> str:
        """Return the token as CSS text."""
        return f"calc({self.value:g}% {'-' if self.plus < 0 else '+'} {abs(self.plus):g}mm)"


_FUNCTIONS: Mapping[str, tuple[Callable[..., float], int, int]] = {
    "calc": (float, 1, 1),
    "min": (min, 1, 99),
    "max": (max, 1, 99),
    "clamp": (lambda low, value, high: max(low, min(value, high)), 3, 3),
}
"""Each function, with the least and most arguments that it has."""


def resolve_calculations(name: str, tokens: Sequence[Any]) -> list[Any]:
    """Return the tokens of a value of property `name` with the result of each calculation.

    Raises `InputError` for a calculation that is wrong, or that mixes units.
    """
    return [_resolve_calculation(name, token) for token in tokens]


def _resolve_calculation(name: str, token: Any) -> Any:
    """Return the token for the result of a calculation; any other token is returned unchanged.

    In another function, such as rotate(), the calculations among its arguments are done.
    """
    if token.type != "function":
        return token
    place = token.source_line, token.source_column
    if token.lower_name not in _FUNCTIONS:
        return FunctionBlock(*place, token.name, resolve_calculations(name, token.arguments))
    try:
        value, unit, plus = _evaluate_function(token)
    except ZeroDivisionError:
        raise InputError(
            f"{name}: {token.serialize()} divides by 0", "divide by 1 or more"
        ) from None
    except InputError as error:
        raise InputError(f"{name}: {error.message}", error.hint) from error
    text = f"{value:g}"
    if unit == "%":
        if plus:
            return _PercentageWithLength(value, plus)
        return PercentageToken(*place, value, None, text)
    if unit:
        return DimensionToken(*place, value, None, text, unit)
    return NumberToken(*place, value, int(value) if value == int(value) else None, text)


def _evaluate_function(token: Any) -> _Quantity:
    """Return the result of a math function."""
    function, least, most = _FUNCTIONS[token.lower_name]
    arguments = [_evaluate_sum(part, token) for part in split_at_commas(token.arguments)]
    if not least <= len(arguments) <= most:
        raise _make_error(token)
    if len(arguments) == 1:
        return arguments[0]
    unit = _require_one_unit(arguments, token)
    return _Quantity(function(*(argument.value for argument in arguments)), unit)


def _evaluate_sum(tokens: list[Any], calculation: Any) -> _Quantity:
    """Return the value of a sum of products.

    `calculation` is the function that contains it, for messages.
    """
    terms: list[list[Any]] = [[]]
    signs = [1.0]
    for token in tokens:
        if token in ("+", "-"):
            terms.append([])
            signs.append({"+": 1.0, "-": -1.0}[token.value])
        else:
            terms[-1].append(token)
    quantities = [
        _scale_quantity(_evaluate_product(term, calculation), sign)
        for term, sign in zip(terms, signs, strict=True)
    ]
    lengths = sum(quantity.value for quantity in quantities if quantity.unit == "mm")
    percentages = [quantity for quantity in quantities if quantity.unit == "%"]
    if percentages and {quantity.unit for quantity in quantities} <= {"mm", "%"}:
        plus = lengths + sum(percentage.plus for percentage in percentages)
        return _Quantity(sum(percentage.value for percentage in percentages), "%", plus)
    if len(quantities) == 1:
        return quantities[0]
    total = sum(quantity.value for quantity in quantities)
    return _Quantity(total, _require_one_unit(quantities, calculation))


def _scale_quantity(quantity: _Quantity, factor: float) -> _Quantity:
    return _Quantity(quantity.value * factor, quantity.unit, quantity.plus * factor)


def _evaluate_product(tokens: list[Any], calculation: Any) -> _Quantity:
    """Return the value of a product.

    `calculation` is the function that contains it, for messages.
    """
    if not len(tokens) % 2:
        raise _make_error(calculation)
    product = _evaluate_operand(tokens[0], calculation)
    for operator, token in zip(tokens[1::2], tokens[2::2], strict=True):
        factor = _evaluate_operand(token, calculation)
        # CSS Values 4, 10.11: one of two factors is a number, and so is a divisor.
        if operator not in ("*", "/") or (factor.unit and (product.unit or operator == "/")):
            raise _make_error(calculation)
        if factor.unit:
            product, factor = factor, product
        product = _scale_quantity(product, factor.value if operator == "*" else 1 / factor.value)
    return product


def _evaluate_operand(token: Any, calculation: Any) -> _Quantity:
    """Return the value of a number, of a sum in parentheses, or of a math function."""
    if token.type == "() block":
        return _evaluate_sum(split_at_commas(token.content)[0], calculation)
    if token.type == "function" and token.lower_name in _FUNCTIONS:
        return _evaluate_function(token)
    if token.type == "dimension":
        factor = UNITS.get(token.lower_unit)
        unit = token.lower_unit if factor is None else "mm"
        return _Quantity(token.value * (factor or 1.0), unit)
    if token.type not in ("number", "percentage"):
        raise _make_error(calculation)
    return _Quantity(float(token.value), "%" if token.type == "percentage" else "")


def _require_one_unit(quantities: Sequence[_Quantity], calculation: Any) -> str:
    """Return the unit of all quantities; raise `InputError` if there are several."""
    units = {quantity.unit for quantity in quantities}
    units |= {"mm" for quantity in quantities if quantity.plus}
    if len(units) > 1:
        first, second, *_ = sorted(unit or "a number" for unit in units)
        hint = "use one unit. A sum may also mix % and lengths on paper, such as mm"
        hint += "; for the smaller or larger of two, set max-width or min-width"
        raise InputError(f"{format_tokens([calculation])} mixes {first} and {second}", hint)
    return units.pop()


def _make_error(calculation: Any) -> InputError:
    hint = "write + and - between spaces, such as calc(2mm + 3 * 1mm)"
    return InputError(f"{format_tokens([calculation])} is not understood", hint)
