import { appendToChain } from '../audit/audit-entry.ts';
import { advance } from '../instructions/advance.ts';
import { destinationOf } from '../instructions/destination.ts';
import { proposedBy } from '../instructions/history.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { withdrawalInstructionId } from '../instructions/instruction-id.ts';
import { noteOpen } from '../instructions/lane-transitions.ts';
import { labelsOf } from '../instructions/request-labels.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Effects } from '../ports/effects.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { sealedInstruction } from '../sealing/instruction-seals.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { Seals } from '../seals/ports.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import {
  judgeWithdrawal,
  type RequestRefusal,
  readFacts,
  type WithdrawalJudgement,
} from './judge-withdrawal.ts';
import {
  detailsOf,
  idOfOccurrence,
  readKnown,
  refuseUsed,
  sameRequest,
  withdrawalFingerprint,
} from './requested-before.ts';
import type { WithdrawalCommand } from './withdrawal-command.ts';

/** As with every write of people: three collisions in one request are too many. */
const MAX_REQUEST_ATTEMPTS = 3;

export interface RequestPorts extends Pick<Effects, 'now'> {
  readonly ledger: Pick<
    Ledger,
    | 'epoch'
    | 'readPolicy'
    | 'readLanes'
    | 'readCounts'
    | 'readInstruction'
    | 'readAuditHead'
    | 'commit'
  >;
  readonly snapshots: Pick<Snapshots, 'latest'>;
  readonly seals: Seals;
}

export type RequestResult =
  /** It waits for the approval of one or two other people. */
  | { readonly result: 'requested'; readonly instruction: Instruction; readonly replayed: boolean }
  | { readonly result: 'key-reused'; readonly instructionId: string }
  | {
      readonly result: 'refused';
      readonly refusal: RequestRefusal;
    }
  | Contended;

/**
 * Requests a withdrawal by hand: to an active registered account, within the part of the latest snapshot that is not
 * promised to others. At least one other person approves it, two if its value is in the higher tier. It is sent like
 * any other: decided again on fresh balances, once.
 */
export async function requestWithdrawal(
  ports: RequestPorts,
  command: WithdrawalCommand,
): Promise<RequestResult> {
  return await untilWritten(() => requestOnce(ports, command), MAX_REQUEST_ATTEMPTS);
}

async function requestOnce(
  ports: RequestPorts,
  command: WithdrawalCommand,
): Promise<RequestResult | null> {
  const { tenant, idempotencyKey } = command;
  const byKey = withdrawalInstructionId(tenant, idempotencyKey);
  const known = await readKnown(ports.ledger, command, byKey);
  const before = requestedBefore(known, command, byKey);
  if (before !== null) return before;
  const [facts, head] = await Promise.all([
    readFacts(ports, tenant),
    ports.ledger.readAuditHead(tenant),
  ]);
  const id = idOfOccurrence(command, facts.policy, known) ?? byKey;
  const at = ports.now();
  const judged = await judgeWithdrawal(ports, command, facts, at);
  if (judged.verdict === 'refused') return await refuse(ports, tenant, id, judged, at);
  const { guarded, approvalsRequired, pins } = judged;
  const asked = proposed(command, id, judged, at);
  const terms = { epoch: facts.epoch, at, pins };
  const instruction = await sealedInstruction(ports.seals, asked, terms);
  const entry = appendToChain(head, {
    at,
    by: command.requestedBy,
    action: 'request-withdrawal',
    subject: id,
    requestId: command.requestId,
    before: null,
    after: { content: instruction.content, comment: command.comment, approvalsRequired },
  });
  const { id: accountId } = guarded.account;
  const open = { instructionId: id, amount: command.amount, accountId, people: approvalsRequired };
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'create-instruction', instruction },
    { kind: 'replace-lane', lane: noteOpen(guarded.lane, open), from: guarded.lane.status.state },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'requested', instruction, replayed: false } : null;
}

/** The answer to a request that was made before, or whose occurrence is used; null if neither is so. */
function requestedBefore(
  known: readonly Instruction[],
  command: WithdrawalCommand,
  byKey: string,
): RequestResult | null {
  const same = sameRequest(known, command);
  if (same !== null) return { result: 'requested', instruction: same, replayed: true };
  const reused = known.find(({ id }) => id === byKey);
  if (reused !== undefined) return { result: 'key-reused', instructionId: reused.id };
  const refusal = refuseUsed(known, command);
  return refusal === null ? null : { result: 'refused', refusal };
}

/** Refused; and halted, if another program than Sluice wrote the policy. */
async function refuse(
  { ledger }: RequestPorts,
  tenant: string,
  id: string,
  { refusal, tampered }: WithdrawalJudgement & { readonly verdict: 'refused' },
  at: Instant,
): Promise<RequestResult> {
  if (tampered !== undefined) {
    await ledger.commit(tenant, [tamperingHalt(id, { code: 'stopped', why: tampered }, at)]);
  }
  return { result: 'refused', refusal };
}

function proposed(
  command: WithdrawalCommand,
  id: string,
  { guarded, approvalsRequired, value }: WithdrawalJudgement & { readonly verdict: 'acceptable' },
  at: Instant,
): Instruction {
  const { requestedBy, idempotencyKey } = command;
  const { account, controls } = guarded;
  const fresh: Instruction = {
    id,
    tenant: command.tenant,
    origin: {
      kind: 'request',
      idempotencyKey,
      fingerprint: withdrawalFingerprint(command),
      requestedBy,
    },
    content: {
      ...detailsOf(command),
      kind: 'withdrawal',
      currency: account.currency,
      withdrawalAccountId: account.id,
      accountLabel: account.label,
      ...labelsOf(command),
    },
    destination: destinationOf(account),
    createdAt: at,
    ...(value === null ? {} : { value: { amount: value, currency: controls.reportingCurrency } }),
    status: { state: 'proposed', at },
    history: [proposedBy(at, requestedFact(command))],
    version: 1,
  };
  const expiresAt = plusSeconds(at, controls.approvalExpirySeconds);
  return advance(fresh, { kind: 'require-approval', at, expiresAt, approvalsRequired });
}

function requestedFact({ requestedBy: by, comment, missed }: WithdrawalCommand) {
  if (missed === undefined) return { code: 'requested', by, comment } as const;
  const { ruleId, occurrence } = missed;
  return { code: 'requested', by, comment, missed: { ruleId, occurrence } } as const;
}
