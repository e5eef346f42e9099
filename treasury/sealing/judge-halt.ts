import type { Ledger } from '../ledger/ledger.ts';
import { endedByNobody } from '../policy/halt-marks.ts';
import type { HaltState, Resumption } from '../policy/halt-state.ts';
import { isNewer, newerWords } from '../records/newer-version.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { PieceVerdict, SealedLedger } from './policy-seals.ts';
import { judgeResumption } from './resumption-seals.ts';

export type HaltJudgement =
  /** What it says to be live is live. */
  | { readonly kind: 'live' }
  /** Somebody halted or went on meanwhile: it is decided anew. */
  | { readonly kind: 'changed' }
  /** The last halt was ended in another ledger, of which this one is a copy. */
  | { readonly kind: 'foreign'; readonly words: string }
  /** A later version of Sluice wrote it, which alone can tell. */
  | { readonly kind: 'newer'; readonly words: string }
  /** Something other than Sluice ended a halt. */
  | { readonly kind: 'tampered'; readonly words: string };

interface HaltPorts {
  readonly ledger: Pick<Ledger, 'readHalt' | 'readHaltMarks'>;
  readonly seals: SealVerifier;
}

/** What somebody is about to send on. */
interface RestsOnHalt extends SealedLedger {
  /** As it was decided on, and as the claim will name it. */
  readonly halt: HaltState;
  readonly currencies: readonly string[];
}

/**
 * Whether what is about to be sent is halted by nobody. The halt's item alone does not say that: whoever may write to
 * the table may write it. Each halt has left a mark, and only a sealed resumption after it makes it one that is over.
 * No key is asked where there never was a resumption. Throws where ledger or keys give no answer.
 */
export async function judgeHalt(
  { ledger, seals }: HaltPorts,
  { tenant, epoch, halt, currencies }: RestsOnHalt,
): Promise<HaltJudgement> {
  const { generation } = halt;
  if (isNewer(halt)) return { kind: 'newer', words: newerWords('The halt') };
  const marks = await ledger.readHaltMarks(tenant, currencies);
  const { ended, verdict } = await lastResumption(seals, { tenant, epoch }, halt);
  if (verdict === 'newer') return { kind: 'newer', words: newerWords('The end of the halt') };
  if (verdict === 'invalid' || verdict === 'unsealed') {
    return tampered(`The end of the halt, of generation ${generation}, is sealed by nobody.`);
  }
  const erased = endedByNobody(halt, marks, among(currencies, ended));
  if (erased !== null) {
    // A halt is marked when it stands: one that came after it was decided on shows in the item by now.
    const now = await ledger.readHalt(tenant);
    if (now.generation !== generation) return { kind: 'changed' };
    return tampered(`The halt is not what Sluice wrote: ${erased}.`);
  }
  if (verdict !== 'foreign') return { kind: 'live' };
  const words = 'The last halt was ended in another ledger. Halt, and end the halt in this one.';
  return { kind: 'foreign', words };
}

/** The last resumption as far as it is believed, and what its seal is worth: `none` where there never was one. */
export async function lastResumption(
  verifier: SealVerifier,
  ledger: SealedLedger,
  { resumed }: HaltState,
): Promise<{ readonly ended: Resumption | null; readonly verdict: PieceVerdict | 'none' }> {
  if (resumed === undefined) return { ended: null, verdict: 'none' };
  const verdict = await judgeResumption(verifier, ledger, resumed);
  return { ended: verdict === 'valid' || verdict === 'foreign' ? resumed : null, verdict };
}

/** What it left halted, of these currencies: the others are of no matter to what is sent. */
function among(currencies: readonly string[], ended: Resumption | null): Resumption | null {
  if (ended === null) return null;
  const left = ended.left.currencies.filter((each) => currencies.includes(each));
  return { ...ended, left: { ...ended.left, currencies: left } };
}

function tampered(words: string): HaltJudgement {
  return {
    kind: 'tampered',
    words: `${words} Something other than Sluice has written to the ledger.`,
  };
}
