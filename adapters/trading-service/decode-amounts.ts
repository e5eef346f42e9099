import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal, parseDecimalText } from '../../treasury/money/decimal-text.ts';
import type { Balance } from '../../treasury/valuation/balance.ts';
import type { Decoded } from '../http-client/decoded.ts';

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
export function decodeAmounts(seen: unknown): Decoded<Balance> {
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
): Decoded<Balance> {
  if (total === null && available === null) {
    const names = [...TOTAL_NAMES, ...AVAILABLE_NAMES].join(', ');
    return { ok: false, problem: `none of ${names}` };
  }
  const whole = total ?? (available ?? new Decimal(0)).plus(held ?? 0);
  const usable = available ?? (held === null ? null : whole.minus(held));
  // No more than the total can be withdrawn; of a debt, nothing can.
  if (usable?.greaterThan(Decimal.max(whole, 0))) {
    const problem = `${formatDecimal(usable)} available of ${formatDecimal(whole)} in total`;
    return { ok: false, problem };
  }
  if (held?.lessThan(0)) {
    return { ok: false, problem: `${formatDecimal(held)} held, which is less than nothing` };
  }
  // Of a debt the parts do not add up: neither can be less than nothing.
  const isWhole = available === null || held === null || whole.equals(available.plus(held));
  if (!isWhole && !whole.lessThan(0)) {
    const parts = `${formatDecimal(available)} available and ${formatDecimal(held)} held`;
    return { ok: false, problem: `${parts} are not ${formatDecimal(whole)} in total` };
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
): Decoded<Decimal | null> {
  let agreed: Decimal | null = null;
  for (const name of names) {
    if (!Object.hasOwn(fields, name)) continue;
    const seen = fields[name];
    const amount = decimalIn(seen);
    if (!amount.ok) return { ok: false, problem: `${name} is ${amount.problem}` };
    if (agreed !== null && !agreed.equals(amount.value)) {
      return { ok: false, problem: `${name} contradicts another of ${names.join(', ')}` };
    }
    agreed = amount.value;
  }
  return { ok: true, value: agreed };
}

function decimalIn(seen: unknown): Decoded<Decimal> {
  const parsed = parseDecimalText(seen);
  if (parsed.ok) return parsed;
  if (seen === null) return { ok: false, problem: 'null, not text' };
  const kind = typeof seen === 'string' ? 'text that is no decimal' : `a ${typeof seen}, not text`;
  return { ok: false, problem: kind };
}
