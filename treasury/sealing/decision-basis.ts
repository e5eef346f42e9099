import type { Calendar } from '../calendars/calendar.ts';
import type { RefusalFact } from '../facts/check-fact.ts';
import type { CurrentItem } from '../ledger/policy-change.ts';
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

export type UnsealedFact = Extract<RefusalFact, { readonly code: 'piece-unsealed' }>;

export type BasisJudgement =
  | {
      readonly ok: true;
      readonly pins: Pick<Authorisation, 'controls' | 'rule' | 'account' | 'calendars'>;
    }
  | {
      readonly ok: false;
      /** Which piece, and what is wrong with it. */
      readonly why: UnsealedFact;
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
    if (verdict !== 'valid') return { ok: false, why: unsealedFact(piece, verdict) };
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
  if (verdict !== 'valid') return { ok: false, why: unsealedFact(piece, verdict) };
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

/** What is wrong with a piece of policy. */
export function unsealedFact(
  { kind, item }: CurrentItem,
  verdict: Exclude<PieceVerdict, 'valid'>,
): UnsealedFact {
  const id = kind === 'controls' ? null : item.id;
  return { code: 'piece-unsealed', piece: kind, id, version: item.version, verdict };
}
