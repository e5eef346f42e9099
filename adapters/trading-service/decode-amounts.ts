import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal, parseDecimalText } from '../../treasury/money/decimal-text.ts';
import type { UnreadableWhy } from '../../treasury/outcomes/unreadable.ts';
import type { Balance } from '../../treasury/valuation/balance.ts';

/** What amounts are read from, or why they cannot be. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: UnreadableWhy };

/** Names that services use for the held amount, its usable part, and its unusable part. */
const TOTAL_NAMES = ['total', 'balance', 'amount'] as const;
const AVAILABLE_NAMES = ['available', 'free', 'availableBalance', 'withdrawable'] as const;
const HELD_NAMES = ['locked', 'held', 'hold', 'reserved', 'frozen', 'onHold'] as const;

export const AMOUNT_NAMES: ReadonlySet<string> = new Set([
  ...TOTAL_NAMES,
  ...AVAILABLE_NAMES,
  ...HELD_NAMES,
]);

/** Whether something is an amount, or says one under a usual name. */
export function holdsAmount(seen: unknown): boolean {
  return typeof seen === 'object' && seen !== null
    ? Object.keys(seen).some((name) => AMOUNT_NAMES.has(name))
    : parseDecimalText(seen).ok;
}

/**
 * A balance from decimal text, or from an object with amounts under usual names. Numbers are refused: all amounts are
 * strings (reference, part 1), and a number has been through floating point. A third amount that follows from two is
 * computed; three that contradict each other are refused, and so is one that is there and null: a service that does not
 * know an amount has not left it out.
 */
export function decodeAmounts(seen: unknown): Read<Balance> {
  if (typeof seen !== 'object' || seen === null) {
    const total = decimalIn(seen);
    return total.ok ? { ok: true, value: { total: formatDecimal(total.value) } } : total;
  }
  const fields = seen as Readonly<Record<string, unknown>>;
  const total = agreedAmount(fields, TOTAL_NAMES);
  if (!total.ok) return total;
  const available = agreedAmount(fields, AVAILABLE_NAMES);
  if (!available.ok) return available;
  const held = agreedAmount(fields, HELD_NAMES);
  if (!held.ok) return held;
  return combine(total.value, available.value, held.value);
}

function combine(
  total: Decimal | null,
  available: Decimal | null,
  held: Decimal | null,
): Read<Balance> {
  if (total === null && available === null) {
    const names = [...TOTAL_NAMES, ...AVAILABLE_NAMES];
    return { ok: false, why: { code: 'no-amount', names } };
  }
  const whole = total ?? (available ?? new Decimal(0)).plus(held ?? 0);
  const usable = available ?? (held === null ? null : whole.minus(held));
  // No more than the total can be withdrawn; of a debt, nothing can.
  if (usable?.greaterThan(Decimal.max(whole, 0))) {
    const [available, total] = [formatDecimal(usable), formatDecimal(whole)];
    return { ok: false, why: { code: 'more-available', available, total } };
  }
  if (held?.lessThan(0)) {
    return { ok: false, why: { code: 'negative-held', held: formatDecimal(held) } };
  }
  // Of a debt the parts do not add up: neither can be less than nothing.
  const isWhole = available === null || held === null || whole.equals(available.plus(held));
  if (!isWhole && !whole.lessThan(0)) {
    const parts = { available: formatDecimal(available), held: formatDecimal(held) };
    return { ok: false, why: { code: 'parts-differ', ...parts, total: formatDecimal(whole) } };
  }
  const balance = { total: formatDecimal(whole) };
  return {
    ok: true,
    value: usable === null ? balance : { ...balance, available: formatDecimal(usable) },
  };
}

/** The amount under one of several names; null if there is none, a problem if they differ. */
function agreedAmount(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Read<Decimal | null> {
  let agreed: Decimal | null = null;
  for (const name of names) {
    if (!Object.hasOwn(fields, name)) continue;
    const seen = fields[name];
    const amount = decimalIn(seen, name);
    if (!amount.ok) return amount;
    if (agreed !== null && !agreed.equals(amount.value)) {
      return { ok: false, why: { code: 'names-differ', field: name, names: [...names] } };
    }
    agreed = amount.value;
  }
  return { ok: true, value: agreed };
}

/** `name`: under which it stands; absent where it stands alone. */
function decimalIn(seen: unknown, name?: string): Read<Decimal> {
  const parsed = parseDecimalText(seen);
  if (parsed.ok) return { ok: true, value: parsed.value };
  const field = name === undefined ? {} : { field: name };
  if (typeof seen === 'string') return { ok: false, why: { code: 'no-decimal', ...field } };
  const found = seen === null ? 'null' : typeof seen;
  return { ok: false, why: { code: 'not-text', ...field, found } };
}
