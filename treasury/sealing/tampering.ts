import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import type { HaltAct, HaltState } from '../policy/halt-state.ts';
import type { Instant } from '../time/instant.ts';

/** Why an instruction is cancelled whose seal no deciding function made. */
export const SEAL_INVALID = 'seal-invalid';

/** Why an instruction is cancelled that was written before there were seals, or in another ledger. */
export const NOT_SEALED = 'not-sealed';

/** The author of Sluice's own halts. */
const BY = 'sluice';

/** The beginning of such a halt's comment, by which it is told from others. */
const INVALID_SEAL = 'A seal does not hold, and nothing was sent: ';

/** An invalid seal halts everything: a program that wrote past Sluice once may have written more. */
export function tamperingHalt(subject: string, message: string, at: Instant): LedgerWrite {
  const act: HaltAct = {
    // One for each moment and subject: said twice, it is the same halt.
    id: `seal-${subject}-${at}`,
    at,
    by: BY,
    comment: `${INVALID_SEAL}${message}`,
    requestId: subject,
  };
  return { kind: 'halt', act };
}

/** The halt that goes with a cancellation, if its reason is an invalid seal. */
export function haltsOn(
  reason: string,
  subject: string,
  message: string,
  at: Instant,
): readonly LedgerWrite[] {
  return reason === SEAL_INVALID ? [tamperingHalt(subject, message, at)] : [];
}

/** True while everything is halted for an invalid seal. */
export function isHaltedByTampering({
  mode,
  because,
}: Pick<HaltState, 'mode' | 'because'>): boolean {
  return mode === 'halted' && because?.by === BY && because.comment.startsWith(INVALID_SEAL);
}

/** Halts everything for what a round has found, which finds it anew every time: once, until people have ended the halt. */
export async function haltForTampering(
  ledger: Pick<Ledger, 'readPolicy' | 'commit'>,
  tenant: string,
  {
    subject,
    message,
    at,
  }: { readonly subject: string; readonly message: string; readonly at: Instant },
): Promise<void> {
  const { halt } = await ledger.readPolicy(tenant);
  if (isHaltedByTampering(halt)) return;
  await ledger.commit(tenant, [tamperingHalt(subject, message, at)]);
}
