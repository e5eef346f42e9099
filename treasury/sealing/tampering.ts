import type { LedgerWrite } from '../ledger/ledger.ts';
import type { HaltAct, HaltState } from '../policy/halt-state.ts';
import type { Instant } from '../time/instant.ts';

/** Why an instruction is cancelled whose seal no deciding function made. */
export const SEAL_INVALID = 'seal-invalid';

/** Why one is cancelled that was written before there were seals, or in another ledger. */
export const NOT_SEALED = 'not-sealed';

/** Whom Sluice halts as by itself. */
const BY = 'sluice';

/** What such a halt begins with, so that it is told from others. */
const INVALID_SEAL = 'A seal does not hold, and nothing was sent: ';

/** A seal that does not hold halts everything: whoever wrote past Sluice once may have written more. */
export function tamperingHalt(subject: string, words: string, at: Instant): LedgerWrite {
  const act: HaltAct = {
    // One for each moment and subject: said twice, it is the same halt.
    id: `seal-${subject}-${at}`,
    at,
    by: BY,
    words: `${INVALID_SEAL}${words}`,
    requestId: subject,
  };
  return { kind: 'halt', act };
}

/** The halt that goes with a cancellation, where its reason is a seal that does not hold. */
export function haltsOn(
  reason: string,
  subject: string,
  words: string,
  at: Instant,
): readonly LedgerWrite[] {
  return reason === SEAL_INVALID ? [tamperingHalt(subject, words, at)] : [];
}

/** True while everything is halted for a seal that does not hold. */
export function isHaltedByTampering({
  mode,
  because,
}: Pick<HaltState, 'mode' | 'because'>): boolean {
  return mode === 'halted' && because?.by === BY && because.words.startsWith(INVALID_SEAL);
}
