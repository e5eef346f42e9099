import { bookingTerms } from '../booking/booking-terms.ts';
import { type RefusalReason, traitsOf } from '../decisions/decision.ts';
import { advance, type InstructionEvent } from '../instructions/advance.ts';
import { judgeApprovalAge } from '../instructions/approval-age.ts';
import type { Confirmation, Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { withReading } from '../instructions/lane-reading.ts';
import { claimLane, dropOpen } from '../instructions/lane-transitions.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import { approvalDebitOf } from '../limits/approval-usage.ts';
import { peopleBehind } from '../limits/approvals-required.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { judgeWithdrawal } from '../outcomes/judge-withdrawal.ts';
import {
  type Outcome,
  type WithdrawalRequest,
  withdrawalRequestSchema,
} from '../outcomes/outcome.ts';
import { notSent, type WithdrawalReply, withdrawalIdsIn } from '../outcomes/reply.ts';
import type { Policy } from '../policy/policy.ts';
import type { BalancesReading } from '../ports/trading-service.ts';
import { isNewer, newerMessage } from '../records/newer-version.ts';
import { knownPart } from '../records/schema-version.ts';
import { type Reconsideration, type ReconsiderInput, reconsider } from '../rules/reconsider.ts';
import { judgeSending } from '../sealing/judge-sending.ts';
import { haltsOn, SEAL_INVALID } from '../sealing/tampering.ts';
import { claimRecord } from '../sending/claim-record.ts';
import { COUNTS_UNVERIFIED, commitClaim } from '../sending/commit-claim.ts';
import { conclude } from '../sending/conclude.ts';
import { noteBookings } from '../sending/note-bookings.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { pricesForClaim } from '../sending/prices-for-claim.ts';
import { MAX_CLAIM_ATTEMPTS, MAX_ROOM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { refuseByHalt } from '../sending/refuse-by-halt.ts';
import { roomForClaim, valueIn } from '../sending/room-for-claim.ts';
import type { Instant } from '../time/instant.ts';
import {
  countClaim,
  type OutflowOfClaim,
  outflowForClaim,
  type PricesAtHand,
  usageForClaim,
} from './outflow-for-claim.ts';
import {
  accountOf,
  calendarsBehind,
  isWithdrawal,
  leavesBeforeOf,
  ruleOf,
  type WithdrawalInstruction,
} from './withdrawal-instruction.ts';

/** The result of one delivery of an approved withdrawal. */
export type SendResult =
  /** `answered`: the judgement on the service's answer; the ledger may say otherwise by then. */
  | {
      readonly result: 'concluded';
      readonly instruction: Instruction;
      readonly answered: Outcome<Confirmation>['state'];
    }
  | { readonly result: 'cancelled'; readonly instruction: Instruction }
  /** Nothing was changed; a later delivery decides again. */
  | { readonly result: 'deferred'; readonly reason: string; readonly explanation: string }
  /** The instruction is gone past `approved`: a repeated delivery, or another invocation was quicker. */
  | { readonly result: 'not-open'; readonly state: string };

export type WithdrawalSendingPorts = SendingPorts & PricesAtHand;

type CancelEvent = Extract<InstructionEvent, { readonly kind: 'cancel' }>;
type SweepOrigin = Extract<Instruction['origin'], { readonly kind: 'sweep' }>;

/**
 * Sends one approved withdrawal, at most once, however often this is called: decides again on fresh balances, claims
 * with one conditional write, sends once, records the outcome.
 */
export async function sendWithdrawal(
  ports: WithdrawalSendingPorts,
  tenant: string,
  instructionId: string,
): Promise<SendResult> {
  let lost = 0;
  for (let attempt = 0; attempt < MAX_ROOM_ATTEMPTS && lost < MAX_CLAIM_ATTEMPTS; attempt++) {
    const step = await claimOnce(ports, tenant, instructionId);
    if (step.kind === 'claimed') return await sendAndConclude(ports, tenant, step);
    if (step.kind === 'done') return step.result;
    if (step.kind === 'again') lost += 1;
  }
  return {
    result: 'deferred',
    reason: 'contended',
    explanation: 'the lane kept changing while the claim was decided',
  };
}

type ClaimStep =
  | {
      readonly kind: 'claimed';
      readonly request: WithdrawalRequest;
      readonly instructionId: string;
      readonly nonce: string;
      readonly claimedAt: Instant;
      readonly sendBy: string;
      readonly haltGeneration: number;
    }
  | { readonly kind: 'done'; readonly result: SendResult }
  | { readonly kind: 'again' }
  /** A claim of another currency came first, and both count against the same floor or limit. */
  | { readonly kind: 'room-taken' };

async function claimOnce(
  ports: WithdrawalSendingPorts,
  tenant: string,
  instructionId: string,
): Promise<ClaimStep> {
  const instruction = await ports.ledger.readInstruction(tenant, instructionId);
  if (instruction?.status.state !== 'approved' || !isWithdrawal(instruction)) {
    const state = instruction?.status.state ?? 'missing';
    return { kind: 'done', result: { result: 'not-open', state } };
  }
  if (isNewer(instruction)) return newer(newerMessage(instruction.id));
  // Lane and policy are read before the balances: any later change breaks the claim.
  const [policy, lanes, epoch] = await Promise.all([
    ports.ledger.readPolicy(tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.epoch(),
  ]);
  const lane = lanes.find(({ currency }) => currency === instruction.content.currency) ?? null;
  if (lane !== null && isNewer(lane)) return newer(newerMessage(`The lane of ${lane.currency}`));
  const age = judgeApprovalAge(instruction.status.at, ports.now());
  if (age.kind === 'before-it') {
    const result = {
      result: 'deferred',
      reason: 'clock-behind',
      explanation: age.message,
    } as const;
    return { kind: 'done', result };
  }
  if (age.kind === 'too-old') {
    const why = { reason: 'too-old', explanation: age.message, checks: [] };
    return await cancel(ports, instruction, lane, why);
  }
  const subject = { tenant, policy, account: accountOf(instruction, policy), epoch };
  const usage = await usageForClaim(ports, subject);
  const prices = await pricesForClaim(ports.service, instruction, policy);
  if (prices !== null && !prices.ok) {
    const { code: reason, reason: explanation } = prices;
    return { kind: 'done', result: { result: 'deferred', reason, explanation } };
  }
  const reading = await ports.service.readBalances();
  if (!reading.ok) {
    const result = {
      result: 'deferred',
      reason: reading.code,
      explanation: reading.reason,
    } as const;
    return { kind: 'done', result };
  }
  const { balances, readAt } = reading.value;
  const read = lane === null ? null : withReading(lane, balances, readAt, policy.controls);
  const outflow = await outflowForClaim(ports, subject, usage, reading.value);
  const unusable = await refuseOutflowItem(ports, instruction, lane, outflow);
  if (unusable !== null) return unusable;
  const seen = {
    instruction,
    policy,
    lane: read,
    epoch,
    reading: reading.value,
    outflow,
    prices: prices?.value,
  };
  const verdict = decideAgain(ports, seen);
  if (!verdict.proceed) return await stop(ports, instruction, lane, verdict);
  const unauthorised = await refuseUnauthorised(ports, instruction, lane, policy, epoch);
  return unauthorised ?? (await claim(ports, instruction, policy, read, reading.value, outflow));
}

/** Null if floors and limits over several currencies can be judged. */
async function refuseOutflowItem(
  ports: SendingPorts,
  instruction: WithdrawalInstruction,
  lane: Lane | null,
  outflow: OutflowOfClaim,
): Promise<ClaimStep | null> {
  switch (outflow.kind) {
    case 'none':
    case 'found':
      return null;
    case 'changed':
      return { kind: 'room-taken' };
    case 'newer':
      return newer(newerMessage('What limits count'));
    case 'put-back': {
      const { message: explanation } = outflow;
      return await cancel(ports, instruction, lane, {
        reason: SEAL_INVALID,
        explanation,
        checks: [],
      });
    }
    default:
      return outflow satisfies never;
  }
}

/** The version that wrote it sends it, or ends it. */
function newer(explanation: string): ClaimStep {
  return { kind: 'done', result: { result: 'deferred', reason: 'newer-version', explanation } };
}

/** Null if its seal says that it may be sent: the last check before the claim. */
async function refuseUnauthorised(
  ports: SendingPorts,
  instruction: WithdrawalInstruction,
  lane: Lane | null,
  policy: Policy,
  epoch: string,
): Promise<ClaimStep | null> {
  const now = ports.now();
  const judged = await judgeSending(ports, { instruction, policy, epoch, now });
  switch (judged.kind) {
    case 'authorised':
      return null;
    case 'changed':
      return { kind: 'again' };
    case 'unknown':
      return unverified(judged.message);
    default: {
      const { reason, message: explanation } = judged;
      return await cancel(ports, instruction, lane, { reason, explanation, checks: [] });
    }
  }
}

/** A later delivery asks the key again. */
function unverified(explanation: string): ClaimStep {
  return { kind: 'done', result: { result: 'deferred', reason: 'seal-unverified', explanation } };
}

function decideAgain(
  ports: SendingPorts,
  seen: {
    readonly instruction: WithdrawalInstruction;
    readonly policy: Policy;
    readonly lane: Lane | null;
    readonly epoch: string;
    readonly reading: BalancesReading;
    readonly outflow: OutflowOfClaim;
    readonly prices: ReconsiderInput['prices'] | undefined;
  },
): Reconsideration {
  const { instruction, policy, lane, epoch, reading, outflow, prices } = seen;
  const { origin, content } = instruction;
  return reconsider({
    instruction: {
      ...content,
      ...(origin.kind === 'sweep' && decisionIn(origin)),
      instructionId: instruction.id,
      people: peopleBehind(instruction),
    },
    rule: ruleOf(instruction, policy),
    rules: [...policy.rules, ...(policy.unreadableRules ?? [])],
    account: accountOf(instruction, policy),
    calendars: policy.calendars ?? [],
    controls: policy.controls,
    halt: policy.halt,
    lane,
    epoch,
    balances: reading.balances,
    balancesReadAt: reading.readAt,
    ...(prices !== undefined && { prices }),
    now: ports.now(),
    ...(outflow.kind === 'found' ? { outflow: outflow.view } : {}),
  });
}

/** What a sweep says of the decision that it comes from. */
function decisionIn({ ruleId, ruleVersion, occurrence, split }: SweepOrigin) {
  return { ruleId, ruleVersion, occurrence, ...(split !== undefined && { split }) };
}

/**
 * What a part of a run also waits for: the pause that a part before it began by failing, and a balance newer than the
 * one which that part was concluded on, which clocks that differ by a moment make look older.
 */
const WAITED_FOR_BY_PARTS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'backoff',
  'stale-balance',
]);

/** A lane that is only busy is waited for; anything else ends the instruction with its reason. */
async function stop(
  ports: SendingPorts,
  instruction: WithdrawalInstruction,
  lane: Lane | null,
  verdict: Reconsideration & { readonly proceed: false },
): Promise<ClaimStep> {
  const { reason, explanation } = verdict;
  const isPassing = isPart(instruction) && WAITED_FOR_BY_PARTS.has(reason);
  if (traitsOf(reason).isWaitedFor || isPassing) {
    return { kind: 'done', result: { result: 'deferred', reason, explanation } };
  }
  return await cancel(ports, instruction, lane, verdict);
}

async function cancel(
  ports: SendingPorts,
  instruction: WithdrawalInstruction,
  lane: Lane | null,
  { reason, explanation, checks }: Pick<CancelEvent, 'reason' | 'explanation' | 'checks'>,
): Promise<ClaimStep> {
  const at = ports.now();
  const event: CancelEvent = { kind: 'cancel', at, reason, explanation, checks };
  const cancelled = advance(instruction, event);
  const changes: LedgerWrite[] = [
    { kind: 'replace-instruction', instruction: cancelled },
    ...haltsOn(reason, instruction.id, explanation, at),
  ];
  if (lane !== null) {
    const dropped = dropOpen(lane, instruction.id);
    changes.push({ kind: 'replace-lane', lane: dropped, from: lane.status.state });
  }
  const committed = await ports.ledger.commit(instruction.tenant, changes);
  if (!committed.ok) return { kind: 'again' };
  return { kind: 'done', result: { result: 'cancelled', instruction: cancelled } };
}

async function claim(
  ports: SendingPorts,
  instruction: WithdrawalInstruction,
  policy: Policy,
  lane: Lane | null,
  reading: BalancesReading,
  outflow: OutflowOfClaim,
): Promise<ClaimStep> {
  const { controls, halt } = policy;
  const account = accountOf(instruction, policy);
  const balance = reading.balances[instruction.content.currency];
  if (controls === null || account === null || lane === null || balance === undefined) {
    throw new Error('a withdrawal was found acceptable without controls, account, lane or balance');
  }
  const { amount, currency, withdrawalAccountId } = instruction.content;
  const rule = ruleOf(instruction, policy);
  const people = peopleBehind(instruction);
  const value = valueIn(instruction, controls.reportingCurrency);
  const at = ports.now();
  const leaves = leavesBeforeOf(instruction, policy, at);
  // The day has closed, or the cut-off has passed, since it was decided again: that decides once more.
  if (leaves !== null && at >= leaves) return { kind: 'again' };
  const counted = countClaim(outflow, instruction.tenant, controls, account, { amount, at });
  const record = claimRecord({
    ...counted.facts,
    instructionId: instruction.id,
    nonce: ports.nonce(),
    at,
    controls,
    ...(leaves !== null && { leavesBefore: leaves }),
    balanceBefore: balance.total,
    outgoing: amount,
    fee: formatDecimal(bookingTerms(controls, currency).largestFee(decimalOf(amount))),
    ...budgetDebit(instruction, at),
    ...approvalDebitOf({ accountId: withdrawalAccountId, amount, people, value, at }, controls),
  });
  const changes: LedgerWrite[] = [
    {
      kind: 'replace-instruction',
      instruction: advance(instruction, { kind: 'claim', claim: record }),
    },
    { kind: 'replace-lane', lane: claimLane(lane, record), from: 'idle', read: lane },
    {
      kind: 'assert-controls-unchanged',
      version: controls.version,
      mode: 'live',
      currencies: [currency],
    },
    { kind: 'assert-halt-generation', generation: halt.generation, currencies: [currency] },
    {
      kind: 'assert-account-unchanged',
      accountId: account.id,
      version: account.version,
      currency,
      at,
    },
    ...(rule === null
      ? []
      : [{ kind: 'assert-rule-unchanged', ruleId: rule.id, version: rule.version } as const]),
    ...counted.writes,
    ...calendarsBehind(instruction, policy).map(
      ({ id, version }): LedgerWrite => ({
        kind: 'assert-calendar-unchanged',
        calendarId: id,
        version,
      }),
    ),
  ];
  const { tenant } = instruction;
  for (let attempt = 0; attempt < MAX_ROOM_ATTEMPTS; attempt++) {
    const room = await roomForClaim(ports.ledger, instruction, record, controls);
    if (!room.ok) return await cancel(ports, instruction, lane, room.why);
    const committed = await commitClaim(ports, tenant, record, [...changes, ...room.debit]);
    if (committed === 'claimed') break;
    if (committed === 'outflow-taken') return { kind: 'room-taken' };
    if (committed === 'unverified') return unverified(COUNTS_UNVERIFIED);
    if (committed === 'lost' || attempt + 1 === MAX_ROOM_ATTEMPTS) return { kind: 'again' };
  }
  // The listed fields and nothing else: an item may hold more than is meant for the service.
  const request = knownPart<WithdrawalRequest>(withdrawalRequestSchema, instruction.content);
  const { nonce, claimedAt, sendBy } = record;
  const haltGeneration = halt.generation;
  const instructionId = instruction.id;
  return { kind: 'claimed', request, instructionId, nonce, claimedAt, sendBy, haltGeneration };
}

async function sendAndConclude(
  ports: SendingPorts,
  tenant: string,
  claimed: ClaimStep & { readonly kind: 'claimed' },
): Promise<SendResult> {
  const reply = (await refuseByHalt(ports, tenant, claimed)) ?? (await sendOnce(ports, claimed));
  const judged = ports.ledger
    .knownWithdrawals(tenant, withdrawalIdsIn(reply))
    // The write of the outcome checks the same again; a failed look-up must not lose the answer.
    .catch(() => new Set<string>())
    .then((known) => judgeWithdrawal(claimed.request, reply, known));
  const instruction = await conclude(ports, tenant, claimed, judged.then(withKind));
  const outcome = await judged;
  if (outcome.state === 'confirmed') await noteBookings(ports, instruction, claimed.claimedAt);
  return { result: 'concluded', instruction, answered: outcome.state };
}

async function sendOnce(
  ports: SendingPorts,
  claimed: ClaimStep & { readonly kind: 'claimed' },
): Promise<WithdrawalReply> {
  if (ports.now() >= claimed.sendBy) {
    return notSent('past-send-by', `not sent: it is past ${claimed.sendBy}`);
  }
  return await ports.service.sendWithdrawal(claimed.request, claimed.sendBy);
}

function withKind(outcome: ReturnType<typeof judgeWithdrawal>): Outcome<Confirmation> {
  return outcome.state === 'confirmed'
    ? { ...outcome, confirmation: { kind: 'withdrawal', ...outcome.confirmation } }
    : outcome;
}

function isPart({ origin }: Instruction): boolean {
  return origin.kind === 'sweep' && origin.split !== undefined;
}

/** The debit of a rule's budgets; a part of a run is named in it. */
function budgetDebit({ origin, content }: WithdrawalInstruction, at: Instant) {
  if (origin.kind !== 'sweep') return {};
  const { ruleId, occurrence, split } = origin;
  const part = split === undefined ? {} : { part: { number: split.part, occurrence } };
  return { debit: { ruleId, amount: content.amount, at, ...part } };
}
