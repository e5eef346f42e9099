import type { RuleSplit } from '../../treasury/policy/split-schema.ts';

/*
 * How an amount is divided, computed a second time, with whole numbers only: digits of text become integers of 10^-60,
 * and nothing of the product's own arithmetic is used.
 */

const SCALE = 60;

export function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

export function unscaled(value: bigint): string {
  const digits = value.toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}

export function referenceParts(split: RuleSplit, total: string, step: string): readonly string[] {
  const all = scaled(total);
  if (split.kind === 'amounts') {
    let rest = all;
    return split.parts.map(({ amount }) => {
      const wanted = amount === undefined ? rest : scaled(amount);
      const own = wanted - rest < 0n ? wanted : rest;
      rest -= own;
      return unscaled(own);
    });
  }
  const unit = scaled(step);
  const units = all / unit;
  const hundred = scaled('100');
  const shares = split.parts.map(({ percent }) => units * scaled(percent));
  const given = shares.map((share) => share / hundred);
  // One step at a time, to whoever has lost most so far.
  const lost = shares.map((share) => share % hundred);
  for (let left = units - given.reduce((a, b) => a + b, 0n); left > 0n; left--) {
    let most = 0;
    lost.forEach((value, index) => {
      if (value > (lost[most] ?? 0n)) most = index;
    });
    given[most] = (given[most] ?? 0n) + 1n;
    lost[most] = -1n;
  }
  return given.map((count) => unscaled(count * unit));
}
