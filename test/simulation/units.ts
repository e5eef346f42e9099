/**
 * Money of the simulated service: whole units of 10^-8, so that its books are exact and quick and
 * share nothing with the decimals of the treasury that they are compared with.
 */
const FRACTION_DIGITS = 8;

export function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  if (fraction.length > FRACTION_DIGITS) throw new RangeError(`${text}: more digits than units`);
  return BigInt(whole + fraction.padEnd(FRACTION_DIGITS, '0'));
}

/** The same of a text with any number of digits: what is less than a unit is left out. */
export function wholeUnitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return unitsOf(`${whole}.${fraction.slice(0, FRACTION_DIGITS)}`);
}

export function textOf(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(FRACTION_DIGITS + 1, '0');
  const whole = digits.slice(0, -FRACTION_DIGITS);
  const fraction = digits.slice(-FRACTION_DIGITS).replace(/0+$/, '');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

/** price x amount; what is less than a unit is the service's, on either side. */
export function timesOf(price: string, amount: string, side: 'buy' | 'sell'): bigint {
  const product = unitsOf(price) * unitsOf(amount);
  const scale = 10n ** BigInt(FRACTION_DIGITS);
  return side === 'buy' ? (product + scale - 1n) / scale : product / scale;
}
