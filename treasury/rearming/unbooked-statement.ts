import { fingerprintOf } from '../instructions/instruction-id.ts';
import type { UnbookedStatement } from '../ledger/rearming.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { REARMING_DIGEST_CHARACTERS } from './rearming.ts';

/**
 * The currencies that a person left out of the statement, or added to it; null if it names exactly the currencies
 * that can be armed. Nothing has a default: a zero that is not stated is a zero that was not looked up.
 */
export function statementProblem(
  unbooked: UnbookedStatement,
  rearmable: readonly string[],
): string | null {
  const missing = rearmable.filter((currency) => !Object.hasOwn(unbooked, currency));
  const others = Object.keys(unbooked).filter((currency) => !rearmable.includes(currency));
  if (missing.length === 0 && others.length === 0) return null;
  const parts = [
    ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]),
    ...(others.length === 0 ? [] : [`cannot be armed: ${others.join(', ')}`]),
  ];
  return `"unbooked" names every currency that is armed and no other one, with "0" where nothing is unbooked. ${parts.join('; ')}.`;
}

/** Amounts as they are kept: the same amount in two spellings is the same statement. */
export function canonicalStatement(unbooked: UnbookedStatement): UnbookedStatement {
  const entries = Object.entries(unbooked).map(([currency, amount]): [string, string] => [
    currency,
    formatDecimal(decimalOf(amount)),
  ]);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The digest of everything that both people must state alike: the lanes that they saw, and every amount. */
export function statementDigest(lanes: string, unbooked: UnbookedStatement): string {
  const amounts = Object.entries(canonicalStatement(unbooked)).flat();
  return fingerprintOf([lanes, ...amounts]).slice(0, REARMING_DIGEST_CHARACTERS);
}
