import type { Calendar } from '../calendars/calendar.ts';
import { type CurrentItem, pieceName } from '../ledger/policy-change.ts';
import type { Controls } from '../policy/controls.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Authorisation } from '../seals/seal.ts';
import { pinned } from './messages.ts';
import { judgePiece, type PieceVerdict, type SealedLedger } from './policy-seals.ts';

/** The pieces of policy that a decision to send rests on. */
export interface DecisionBasis {
  readonly controls: Controls;
  readonly rule?: SweepRule;
  readonly account?: RegisteredAccount;
  /** Those of the policy that the rule names. */
  readonly calendars?: readonly Calendar[];
}

export type BasisJudgement =
  | {
      readonly ok: true;
      readonly pins: Pick<Authorisation, 'controls' | 'rule' | 'account' | 'calendars'>;
    }
  | {
      readonly ok: false;
      readonly verdict: Exclude<PieceVerdict, 'valid'>;
      /** One sentence: which piece, and what has to be done about it. */
      readonly message: string;
    };

/**
 * Whether every piece was written by a deciding function, in this ledger. Only then may a decision be based on it;
 * the decision's own seal then vouches for all of them: the sender has one seal to verify.
 */
export async function judgeBasis(
  verifier: SealVerifier,
  ledger: SealedLedger,
  basis: DecisionBasis,
): Promise<BasisJudgement> {
  for (const piece of piecesOf(basis)) {
    const verdict = await judgePiece(verifier, ledger, piece);
    if (verdict !== 'valid') return { ok: false, verdict, message: verdictMessage(piece, verdict) };
  }
  const { controls, rule, account, calendars = [] } = basis;
  return {
    ok: true,
    pins: {
      controls: pinned({ kind: 'controls', item: controls }),
      ...(rule === undefined ? {} : { rule: pinned({ kind: 'rule', item: rule }) }),
      ...(account === undefined ? {} : { account: pinned({ kind: 'account', item: account }) }),
      ...(calendars.length === 0 ? {} : { calendars: pinnedById(calendars) }),
    },
  };
}

/** The same for another account of a decision whose other pieces were judged: its pins, with that account's own. */
export async function judgeAccount(
  verifier: SealVerifier,
  ledger: SealedLedger,
  pins: (BasisJudgement & { readonly ok: true })['pins'],
  account: RegisteredAccount,
): Promise<BasisJudgement> {
  const piece = { kind: 'account', item: account } as const;
  const verdict = await judgePiece(verifier, ledger, piece);
  if (verdict !== 'valid') return { ok: false, verdict, message: verdictMessage(piece, verdict) };
  return { ok: true, pins: { ...pins, account: pinned(piece) } };
}

function pinnedById(calendars: readonly Calendar[]): NonNullable<Authorisation['calendars']> {
  return Object.fromEntries(
    calendars.map((item) => [item.id, pinned({ kind: 'calendar', item })] as const),
  );
}

function piecesOf({
  controls,
  rule,
  account,
  calendars = [],
}: DecisionBasis): readonly CurrentItem[] {
  return [
    { kind: 'controls', item: controls },
    ...(rule === undefined ? [] : [{ kind: 'rule', item: rule } as const]),
    ...(account === undefined ? [] : [{ kind: 'account', item: account } as const]),
    ...calendars.map((item) => ({ kind: 'calendar', item }) as const),
  ];
}

/** The problem of a piece of policy, in a sentence. */
export function verdictMessage(
  piece: CurrentItem,
  verdict: Exclude<PieceVerdict, 'valid'>,
): string {
  const name =
    piece.kind === 'controls' ? 'The controls' : `The ${pieceName(piece.kind)} ${piece.item.id}`;
  const version = `version ${piece.item.version}`;
  switch (verdict) {
    case 'unsealed':
      return `${name}, ${version}: no seal. Two people have to approve this again before anything is sent.`;
    case 'foreign':
      return `${name}, ${version}: sealed in another ledger. Two people have to approve this here before anything is sent.`;
    case 'invalid':
      return `${name}, ${version}: the seal does not hold. Something other than Sluice has written to the ledger.`;
    default:
      return verdict satisfies never;
  }
}
