import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { CurrencyStatement, ReconcilingKind, Statement } from './statement.ts';

type Moved = Pick<CurrencyStatement, 'opening' | 'movements' | 'closing'>;

/**
 * What leads from the value at the opening to that at the closing, beside the values of the movements. Where everything has
 * a value, that is what prices did. Otherwise it cannot be told apart from what entered or left valuation, and is an item
 * of its own, with a name. What has no value counts as nothing, so
 *
 *     opening + movements + revaluation + reconciling item = closing
 *
 * holds for each currency and for the sums of all, and what one month closes with is what the next one opens with. Pure.
 */
export function valueTieOf(
  moved: Moved,
): Pick<CurrencyStatement, 'revaluation'> & Partial<Pick<CurrencyStatement, 'reconciling'>> {
  const { opening, movements, closing } = moved;
  const known = sumOf(movements.map(({ value }) => value));
  const rest = countOf(closing.value).minus(countOf(opening.value)).minus(known);
  const kind = reconcilingKindOf(moved);
  if (kind === null) return { revaluation: formatDecimal(rest) };
  return { revaluation: null, reconciling: { kind, value: formatDecimal(rest) } };
}

/** Null where everything has a value. */
function reconcilingKindOf({ opening, movements, closing }: Moved): ReconcilingKind | null {
  if (opening.value === null) {
    return closing.value === null ? 'outside-valuation' : 'enters-valuation';
  }
  if (closing.value === null) return 'leaves-valuation';
  return movements.some(({ value }) => value === null) ? 'movements-without-price' : null;
}

/** The sums of all currencies: what has no value counts as nothing, and is named. */
export function totalsOf(currencies: readonly CurrencyStatement[]): Statement['totals'] {
  const sum = (values: readonly (string | null | undefined)[]) => formatDecimal(sumOf(values));
  return {
    opening: sum(currencies.map(({ opening }) => opening.value)),
    movements: sum(currencies.flatMap(({ movements }) => movements.map(({ value }) => value))),
    revaluation: sum(currencies.map(({ revaluation }) => revaluation)),
    reconciling: sum(currencies.map(({ reconciling }) => reconciling?.value)),
    closing: sum(currencies.map(({ closing }) => closing.value)),
    unvalued: currencies.flatMap(({ currency, reconciling }) => (reconciling ? [currency] : [])),
  };
}

/** What a reconciling item is, as files say it. */
export const RECONCILING_TEXTS: Readonly<Record<ReconcilingKind, string>> = {
  'enters-valuation':
    'enters valuation: it had no price at the opening, and has one at the closing',
  'leaves-valuation':
    'leaves valuation: it had a price at the opening, and has none at the closing',
  'movements-without-price':
    'movements without a price, and what prices did: the two cannot be told apart',
  'outside-valuation': 'outside valuation: no price at the opening, and none at the closing',
};

function countOf(value: string | null | undefined): Decimal {
  return value === null || value === undefined ? ZERO : decimalOf(value);
}

function sumOf(values: readonly (string | null | undefined)[]): Decimal {
  return values.reduce((sum, value) => sum.plus(countOf(value)), ZERO);
}
