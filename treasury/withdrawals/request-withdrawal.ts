import { appendToChain } from '../audit/audit-entry.ts';
import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import { advance } from '../instructions/advance.ts';
import { destinationOf } from '../instructions/destination.ts';
import { proposedBy } from '../instructions/history.ts';
import type { ApprovalCount, Instruction } from '../instructions/instruction.ts';
import {
  fingerprintOf,
  insteadOf,
  sweepInstructionId,
  withdrawalInstructionId,
} from '../instructions/instruction-id.ts';
import { noteOpen } from '../instructions/lane-transitions.ts';
import { labelParts, labelsOf } from '../instructions/request-labels.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { hasTiers, usedWithin, usedWithOpen } from '../limits/approval-usage.ts';
import { approvalsByTier } from '../limits/approvals-required.ts';
import { type WithdrawalDetails, withdrawalDetailsSchema } from '../outcomes/outcome.ts';
import type { Controls } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import { MAX_SPLIT_PARTS } from '../policy/policy-limits.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import { accountKey } from '../policy/registered-account.ts';
import { partPayingTo } from '../policy/rule-split.ts';
import type { Effects } from '../ports/effects.ts';
import { knownPart } from '../records/unknown-fields.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { type BasisJudgement, judgeBasis } from '../sealing/decision-basis.ts';
import { sealedInstruction } from '../sealing/instruction-seals.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { Seals } from '../seals/ports.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { valuesOf } from '../valuation/believed-values.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { type MissedRefusal, refuseMissed, usedBefore } from './missed-occurrence.ts';
import { type CountsRefusal, type LimitRefusal, refuseByLimits } from './refuse-by-limits.ts';
import type { WithdrawalCommand } from './withdrawal-command.ts';
import { refuseWithdrawal, type WithdrawalRefusal } from './withdrawal-guards.ts';

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
      readonly refusal: WithdrawalRefusal | LimitRefusal | CountsRefusal | MissedRefusal;
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
  const [policy, lanes, epoch, head, snapshot] = await Promise.all([
    ports.ledger.readPolicy(tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.epoch(),
    ports.ledger.readAuditHead(tenant),
    ports.snapshots.latest(tenant),
  ]);
  const id = idOf(command, policy, known) ?? byKey;
  const wanted = accountKey(command.withdrawalAccountId);
  const account = policy.accounts.find(({ id }) => accountKey(id) === wanted) ?? null;
  const lane = lanes.find(({ currency }) => currency === account?.currency) ?? null;
  const at = ports.now();
  const guarded = refuseWithdrawal(command, { policy, account, lane, epoch, snapshot, now: at });
  if (!guarded.ok) return { result: 'refused', refusal: guarded.refusal };
  const refusal =
    command.missed === undefined
      ? null
      : refuseMissed(command.missed, policy, guarded.account, guarded.lane, at);
  if (refusal !== null) return { result: 'refused', refusal };
  const { amount } = command;
  const requested = { tenant, amount, policy, lanes, epoch, now: at };
  const beyond = await refuseByLimits(ports.ledger, requested, guarded);
  if (beyond !== null) return { result: 'refused', refusal: beyond };
  const { controls, account: to } = guarded;
  const { currency: paid } = to;
  const into = controls.reportingCurrency;
  const values = valuesOf(guarded.snapshot, controls);
  const value = valueOfAmount(values, paid, command.amount, into);
  const usage = hasTiers(controls) ? await ports.ledger.readCounts(tenant, 'approval-usage') : null;
  const claimed = usedWithin(usage, into, at);
  const used = usedWithOpen(claimed, lanes, values, into);
  // Another person always reviews it, whatever the tiers say.
  const approvalsRequired: ApprovalCount =
    approvalsByTier(controls.approvalTiers, value, used) === 2 ? 2 : 1;
  const ledger = { tenant: tenant, epoch };
  const basis = await judgeBasis(ports.seals, ledger, { controls, account: to });
  if (!basis.ok) return await refuseBasis(ports, tenant, id, basis, at);
  const asked = proposed(command, id, to, controls, { approvalsRequired, value }, at);
  const terms = { epoch, at, pins: basis.pins };
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

/**
 * For a missed occurrence the rule's own, so that there is one instruction for it, whether the rule or a person makes
 * it; of a rule with a split, that of the part which pays to the account. Where the rule's has ended and nothing of it left,
 * one that stands instead. Null if no occurrence is meant.
 */
function idOf(
  { missed, withdrawalAccountId }: WithdrawalCommand,
  { rules }: Pick<Policy, 'rules'>,
  known: readonly Instruction[],
): string | null {
  if (missed === undefined) return null;
  const rule = rules.find(({ id }) => id === missed.ruleId);
  const part = rule === undefined ? null : partPayingTo(rule, withdrawalAccountId);
  const own = sweepInstructionId(missed.ruleId, missed.occurrence, part ?? 1);
  return known.some(({ id }) => id === own) ? insteadOf(own) : own;
}

/** Every id that an occurrence's withdrawals can have: the split may have been another when one was made. */
function idsOf({ missed }: WithdrawalCommand, byKey: string): readonly string[] {
  if (missed === undefined) return [byKey];
  const { ruleId, occurrence } = missed;
  const parts = Array.from({ length: MAX_SPLIT_PARTS }, (_, index) =>
    sweepInstructionId(ruleId, occurrence, index + 1),
  );
  return [...parts, ...parts.map(insteadOf), byKey];
}

async function readKnown(
  ledger: Pick<Ledger, 'readInstruction'>,
  command: WithdrawalCommand,
  byKey: string,
): Promise<readonly Instruction[]> {
  const ids = idsOf(command, byKey);
  const read = await Promise.all(ids.map((id) => ledger.readInstruction(command.tenant, id)));
  return read.filter((each) => each !== null);
}

/** The answer to a request that was made before, or whose occurrence is used; null if neither is so. */
function requestedBefore(
  known: readonly Instruction[],
  command: WithdrawalCommand,
  byKey: string,
): RequestResult | null {
  const same = known.find((each) => isSameRequest(each, command));
  if (same !== undefined) return { result: 'requested', instruction: same, replayed: true };
  const reused = known.find(({ id }) => id === byKey);
  if (reused !== undefined) return { result: 'key-reused', instructionId: reused.id };
  const { missed } = command;
  const used = known.find((each) => usesUp(each, command));
  if (missed === undefined || used === undefined) return null;
  return { result: 'refused', refusal: usedBefore(missed, used.id) };
}

/** Ended for good, and nothing of it left. What was rejected is not among them before its currency is free again. */
const UNSENT: ReadonlySet<Instruction['status']['state']> = new Set([
  'cancelled',
  'declined',
  'expired',
  'not-sent',
  'released',
]);

/**
 * The occurrence was carried out as a whole, or its part for this very account was, or still may be. A person's own that
 * came to nothing uses it up as well: there is one to stand instead, not one after the other.
 */
function usesUp(
  { id, origin, status, content }: Instruction,
  { withdrawalAccountId }: WithdrawalCommand,
): boolean {
  if (UNSENT.has(status.state) && !id.endsWith(insteadOf(''))) return false;
  const whole = origin.kind === 'sweep' && origin.split === undefined;
  const account = content.kind === 'withdrawal' ? accountKey(content.withdrawalAccountId) : null;
  return whole || account === accountKey(withdrawalAccountId);
}

/** Nothing leaves because of policy that no deciding function wrote. */
async function refuseBasis(
  { ledger }: RequestPorts,
  tenant: string,
  id: string,
  { why }: BasisJudgement & { readonly ok: false },
  at: Instant,
): Promise<RequestResult> {
  const message = sayRefusal(why);
  if (why.verdict === 'invalid') {
    await ledger.commit(tenant, [tamperingHalt(id, { code: 'stopped', why }, at)]);
  }
  return { result: 'refused', refusal: { code: 'disarmed', message } };
}

function isSameRequest({ origin }: Instruction, command: WithdrawalCommand): boolean {
  return origin.kind === 'request' && origin.fingerprint === fingerprint(command);
}

function proposed(
  command: WithdrawalCommand,
  id: string,
  account: RegisteredAccount,
  controls: Controls,
  {
    approvalsRequired,
    value,
  }: { readonly approvalsRequired: ApprovalCount; readonly value: string | null },
  at: Instant,
): Instruction {
  const { requestedBy, idempotencyKey } = command;
  const fresh: Instruction = {
    id,
    tenant: command.tenant,
    origin: { kind: 'request', idempotencyKey, fingerprint: fingerprint(command), requestedBy },
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

function detailsOf(command: WithdrawalCommand): WithdrawalDetails {
  return knownPart<WithdrawalDetails>(withdrawalDetailsSchema, command);
}

/** Every detail tells one command from another: a different one under the same key is refused. */
function fingerprint(command: WithdrawalCommand): string {
  const { requestedBy, missed } = command;
  const { withdrawalAccountId, amount, ...more } = detailsOf(command);
  const occurrence = missed === undefined ? [] : [missed.ruleId, missed.occurrence];
  const others = Object.entries(more).map(([name, value]) => `${name}=${String(value)}`);
  const account = accountKey(withdrawalAccountId);
  return fingerprintOf([
    requestedBy,
    account,
    amount,
    ...occurrence,
    ...others.sort(),
    ...labelParts(command),
  ]);
}
