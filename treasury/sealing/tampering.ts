import type { Tampering } from '../facts/halt-facts.ts';
import type { StopFact } from '../facts/stop-fact.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { HaltAct, HaltState } from '../policy/halt-state.ts';
import type { Instant } from '../time/instant.ts';

/** Why an instruction is cancelled whose seal no deciding function made. */
export const SEAL_INVALID = 'seal-invalid';

/** Why an instruction is cancelled that was written before there were seals, or in another ledger. */
export const NOT_SEALED = 'not-sealed';

/** Why a delivery waits: the key of a seal is out of reach. */
export const SEAL_UNVERIFIED = 'seal-unverified';

/** The author of Sluice's own halts. */
const BY = 'sluice';

/** An invalid seal halts everything: a program that wrote past Sluice once may have written more. */
export function tamperingHalt(subject: string, found: Tampering, at: Instant): LedgerWrite {
  const act: HaltAct = {
    // One for each moment and subject: said twice, it is the same halt.
    id: `seal-${subject}-${at}`,
    at,
    by: BY,
    trigger: 'tampering',
    found,
    requestId: subject,
  };
  return { kind: 'halt', act };
}

/** The halt that goes with a cancellation, if its reason is an invalid seal. */
export function haltsOn(
  reason: string,
  subject: string,
  why: StopFact,
  at: Instant,
): readonly LedgerWrite[] {
  return reason === SEAL_INVALID ? [tamperingHalt(subject, { code: 'stopped', why }, at)] : [];
}

/** True while everything is halted for an invalid seal, or a lowered counter. */
export function isHaltedByTampering({
  mode,
  because,
}: Pick<HaltState, 'mode' | 'because'>): boolean {
  if (mode !== 'halted' || because === undefined || !('trigger' in because)) return false;
  return because.trigger === 'tampering';
}

/** Halts everything for what a round has found, which finds it anew every time: once, until people have ended the halt. */
export async function haltForTampering(
  ledger: Pick<Ledger, 'readPolicy' | 'commit'>,
  tenant: string,
  {
    subject,
    found,
    at,
  }: { readonly subject: string; readonly found: Tampering; readonly at: Instant },
): Promise<void> {
  const { halt } = await ledger.readPolicy(tenant);
  if (isHaltedByTampering(halt)) return;
  await ledger.commit(tenant, [tamperingHalt(subject, found, at)]);
}
