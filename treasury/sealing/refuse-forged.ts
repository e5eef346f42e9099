import type { Tampering } from '../facts/halt-facts.ts';
import { sayTampering } from '../facts/sentences/say/say-halt.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import { haltForTampering, isHaltedByTampering } from './tampering.ts';

export type ForgedRefusal = ForgedAs<'reading-forged'> | ForgedAs<'claim-differs'>;

export interface ForgedAs<Code extends 'reading-forged' | 'claim-differs'> {
  readonly code: Code;
  readonly message: string;
}

/** What Sluice did not write, as it is refused. */
export interface Forged<Code extends ForgedRefusal['code']> {
  readonly code: Code;
  readonly found: Tampering;
}

export interface RefusingPorts extends Pick<Effects, 'now'> {
  readonly ledger: Pick<Ledger, 'readPolicy' | 'commit'>;
}

/**
 * Halts everything for what Sluice did not write, and refuses: once. While everything is halted for such a thing, people know
 * of it, and what is forged counts for nothing: it stays in the table, and must not block a currency for ever.
 */
export async function refuseForged<Code extends ForgedRefusal['code']>(
  { ledger, now }: RefusingPorts,
  tenant: string,
  subject: string,
  forged: Forged<Code> | null,
): Promise<ForgedAs<Code> | null> {
  if (forged === null) return null;
  const { code, found } = forged;
  const { halt } = await ledger.readPolicy(tenant);
  if (isHaltedByTampering(halt)) return null;
  await haltForTampering(ledger, tenant, { subject, found, at: now() });
  return { code, message: `Nothing is settled: ${sayTampering(found)} Everything is halted.` };
}

/** A reading whose seal does not hold, as it is refused. */
export function forgedReading(found: Tampering | null): Forged<'reading-forged'> | null {
  return found === null ? null : { code: 'reading-forged', found };
}
