import type { ApprovalCount } from '../instructions/instruction.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import type { SealVerifier } from '../seals/ports.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { judgeWithdrawal, type RequestRefusal, readFacts } from './judge-withdrawal.ts';
import { readKnown, refuseUsed, sameRequest } from './requested-before.ts';
import type { AskedWithdrawal } from './withdrawal-command.ts';

/** Nothing here writes, makes a seal or asks the service. */
export interface CheckWithdrawalPorts extends Pick<Effects, 'now'> {
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readPolicy' | 'readLanes' | 'readCounts' | 'readInstruction'
  >;
  readonly snapshots: Pick<Snapshots, 'latest'>;
  readonly seals: SealVerifier;
}

export type WithdrawalCheck = {
  readonly asOf: Instant;
  /** On which it was judged; null if there is none. */
  readonly snapshot: SnapshotTaken | null;
} & (
  | {
      readonly result: 'accepted';
      readonly approvalsRequired: ApprovalCount;
      readonly value: { readonly amount: string; readonly currency: string } | null;
    }
  /** For a missed occurrence, by the same person: a request answers with that instruction, and makes no other one. */
  | { readonly result: 'requested-before'; readonly instructionId: string }
  | { readonly result: 'refused'; readonly refusal: RequestRefusal }
);

/**
 * What a request of this withdrawal would be told now, by the very judge of requests, on the latest snapshot. It holds as of its
 * moment and promises nothing: the request is judged anew.
 */
export async function checkWithdrawal(
  ports: CheckWithdrawalPorts,
  asked: AskedWithdrawal,
): Promise<WithdrawalCheck> {
  const [known, facts] = await Promise.all([
    readKnown(ports.ledger, asked),
    readFacts(ports, asked.tenant),
  ]);
  const asOf = ports.now();
  const seen = { asOf, snapshot: facts.snapshot };
  const same = sameRequest(known, asked);
  if (same !== null) return { ...seen, result: 'requested-before', instructionId: same.id };
  const used = refuseUsed(known, asked);
  if (used !== null) return { ...seen, result: 'refused', refusal: used };
  const judged = await judgeWithdrawal(ports, asked, facts, asOf);
  if (judged.verdict === 'refused') return { ...seen, result: 'refused', refusal: judged.refusal };
  const { approvalsRequired, value, guarded } = judged;
  const currency = guarded.controls.reportingCurrency;
  return {
    ...{ ...seen, result: 'accepted', approvalsRequired },
    value: value === null ? null : { amount: value, currency },
  };
}
