/*
 * Numbers of a reference: whole units of 10^-40, so that nothing of the product's own arithmetic is used. A price of 18
 * digits times an amount of 18 is still exact.
 */

const DIGITS = 40;
export const ONE = 10n ** BigInt(DIGITS);

export function unitsOf(text: string): bigint {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
  return negative ? -units : units;
}

export function textOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '');
  const text = `${digits.slice(0, -DIGITS)}${fraction === '' ? '' : `.${fraction}`}`;
  return units < 0n ? `-${text}` : text;
}

export function least(first: bigint, ...others: readonly bigint[]): bigint {
  let low = first;
  for (const each of others) if (each < low) low = each;
  return low;
}

export function most(first: bigint, ...others: readonly bigint[]): bigint {
  let high = first;
  for (const each of others) if (each > high) high = each;
  return high;
}

/** Of what is not below zero. */
export function floorTo(value: bigint, unit: bigint): bigint {
  return value - (value % unit);
}

export function ceilTo(value: bigint, unit: bigint): bigint {
  return floorTo(value + unit - 1n, unit);
}

/** So many fraction digits, half to the even one. */
export function roundedHalfEven(value: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(DIGITS - digits);
  const down = floorTo(value, unit);
  const [twice, isOdd] = [(value - down) * 2n, (down / unit) % 2n === 1n];
  return twice > unit || (twice === unit && isOdd) ? down + unit : down;
}

export const unitOf = (digits: number): bigint => 10n ** BigInt(DIGITS - digits);
export const times = (one: bigint, other: bigint): bigint => (one * other) / ONE;
