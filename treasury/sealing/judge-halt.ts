import type { StopFact } from '../facts/stop-fact.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { endedByNobody } from '../policy/halt-marks.ts';
import type { HaltState, Resumption } from '../policy/halt-state.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { PieceVerdict, SealedLedger } from './policy-seals.ts';
import { judgeResumption } from './resumption-seals.ts';

export type HaltJudgement =
  /** The state's "live" is genuine. */
  | { readonly kind: 'live' }
  /** Another writer halted or resumed meanwhile: it is decided again. */
  | { readonly kind: 'changed' }
  /** The last halt was ended in another ledger, of which this one is a copy. */
  | { readonly kind: 'foreign'; readonly why: StopFact }
  /** Another program than Sluice ended a halt. */
  | { readonly kind: 'tampered'; readonly why: StopFact };

interface HaltPorts {
  readonly ledger: Pick<Ledger, 'readHalt' | 'readHaltMarks'>;
  readonly seals: SealVerifier;
}

/** The basis of an instruction that is about to be sent. */
interface RestsOnHalt extends SealedLedger {
  /** As it was decided on, and as the claim will name it. */
  readonly halt: HaltState;
  readonly currencies: readonly string[];
}

/**
 * Whether no halt covers the instruction that is about to be sent. The halt's item alone does not say that: an
 * attacker with write access to the table can write it. Each halt has left a mark, and only a sealed resumption after
 * it ends the halt. If there never was a resumption no key is used. Throws if ledger or keys do not respond.
 */
export async function judgeHalt(
  { ledger, seals }: HaltPorts,
  { tenant, epoch, halt, currencies }: RestsOnHalt,
): Promise<HaltJudgement> {
  const { generation } = halt;
  const marks = await ledger.readHaltMarks(tenant, currencies);
  const { ended, verdict } = await lastResumption(seals, { tenant, epoch }, halt);
  if (verdict === 'invalid' || verdict === 'unsealed') {
    return { kind: 'tampered', why: { code: 'halt-end-unsealed', generation } };
  }
  const erased = endedByNobody(halt, marks, among(currencies, ended));
  if (erased !== null) {
    // A halt is marked while it is in force: if one came after the decision, the item shows it by now.
    const now = await ledger.readHalt(tenant);
    if (now.generation !== generation) return { kind: 'changed' };
    return { kind: 'tampered', why: { code: 'halt-erased', erased } };
  }
  if (verdict !== 'foreign') return { kind: 'live' };
  return { kind: 'foreign', why: { code: 'halt-ended-elsewhere' } };
}

/** The last resumption as far as it is believed, and the verdict on its seal: `none` if there never was one. */
export async function lastResumption(
  verifier: SealVerifier,
  ledger: SealedLedger,
  { resumed }: HaltState,
): Promise<{ readonly ended: Resumption | null; readonly verdict: PieceVerdict | 'none' }> {
  if (resumed === undefined) return { ended: null, verdict: 'none' };
  const verdict = await judgeResumption(verifier, ledger, resumed);
  return { ended: verdict === 'valid' || verdict === 'foreign' ? resumed : null, verdict };
}

/** The halts that it left, of these currencies: the others do not matter to the instruction. */
function among(currencies: readonly string[], ended: Resumption | null): Resumption | null {
  if (ended === null) return null;
  const left = ended.left.currencies.filter((each) => currencies.includes(each));
  return { ...ended, left: { ...ended.left, currencies: left } };
}
