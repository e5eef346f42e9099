import { type Balances, balanceOf, statedIn } from '../../../treasury/valuation/balance.ts';
import { unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';

/** A balance as the service had it when it answered. */
type Shown = string | { readonly total: string; readonly available: string };

/**
 * What a reading says against what the service had to say: `body` is its own answer, before it was told in whatever way.
 * Whatever is stated is so, and nothing that was there to be told is taken for not listed.
 */
export function readingViolation(body: string, balances: Balances): Violation | null {
  const shown = new Map(Object.entries(JSON.parse(body) as Readonly<Record<string, Shown>>));
  for (const [currency, { total, available }] of statedIn(balances)) {
    const truth = shown.get(currency);
    const [held, free] = typeof truth === 'object' ? [truth.total, truth.available] : [truth];
    const isSo =
      held !== undefined &&
      unitsOf(total) === unitsOf(held) &&
      (available === undefined || unitsOf(available) === unitsOf(free ?? held));
    if (isSo) continue;
    const message = `${currency} is read as ${total}, ${available ?? 'no'} available; the service has ${JSON.stringify(truth)}`;
    return { code: 'misread', message };
  }
  const missing = [...shown.keys()].find(
    (currency) => balanceOf(balances, currency).kind === 'not-listed',
  );
  if (missing === undefined) return null;
  const message = `${missing} is read as not listed; the service has ${JSON.stringify(shown.get(missing))}`;
  return { code: 'misread', message };
}
