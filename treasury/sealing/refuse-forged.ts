import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import { haltForTampering, isHaltedByTampering } from './tampering.ts';

export interface ForgedRefusal {
  readonly code: 'reading-forged';
  readonly message: string;
}

/**
 * Halts everything for a reading that Sluice did not read, and refuses: once. While everything is halted for such a thing,
 * people know of it, and a forged reading is none to them: it stays in the table, and must not block a currency for ever.
 */
export async function refuseForged(
  {
    ledger,
    now,
  }: Pick<Effects, 'now'> & { readonly ledger: Pick<Ledger, 'readPolicy' | 'commit'> },
  tenant: string,
  subject: string,
  forged: string | null,
): Promise<ForgedRefusal | null> {
  if (forged === null) return null;
  const { halt } = await ledger.readPolicy(tenant);
  if (isHaltedByTampering(halt)) return null;
  await haltForTampering(ledger, tenant, { subject, message: forged, at: now() });
  const message = `Nothing is settled: ${forged} Everything is halted.`;
  return { code: 'reading-forged', message };
}
