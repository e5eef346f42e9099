import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import type { CurrentItem } from '../ledger/policy-change.ts';
import type { Controls } from '../policy/controls.ts';
import { unsealedFact } from '../sealing/decision-basis.ts';
import { judgePiece, type SealedLedger } from '../sealing/policy-seals.ts';
import type { SealVerifier } from '../seals/ports.ts';
import { type Refused, refused } from './refusal.ts';

/**
 * The piece in force, if a deciding function wrote it; else null. A piece without such an author is no basis to say
 * that a change narrows or widens: to keep it, a person proposes the whole of it, and a second person approves.
 */
export async function trustedItem(
  verifier: SealVerifier,
  ledger: SealedLedger,
  current: CurrentItem | null,
): Promise<CurrentItem | null> {
  if (current === null) return null;
  return (await judgePiece(verifier, ledger, current)) === 'valid' ? current : null;
}

/** The controls say how long changes wait and accounts rest, so they come first. Null if their seal is valid. */
export async function refuseByControls(
  verifier: SealVerifier,
  ledger: SealedLedger,
  controls: Controls,
): Promise<Refused | null> {
  const current = { kind: 'controls', item: controls } as const;
  const verdict = await judgePiece(verifier, ledger, current);
  return verdict === 'valid'
    ? null
    : refused('disarmed', sayRefusal(unsealedFact(current, verdict)));
}
