import { type RefusalReason, traitsOf } from '../../decisions/decision.ts';
import { sayReadFailed } from '../../facts/sentences/say/say-not-read.ts';
import type { Instruction } from '../../instructions/instruction.ts';
import { isUnreadable } from '../../instructions/lane.ts';
import { withReading } from '../../instructions/lane-reading.ts';
import { peopleBehind } from '../../limits/approvals-required.ts';
import type { AnsweredWithdrawals } from '../../outcomes/reply.ts';
import type { Policy } from '../../policy/policy.ts';
import { accountKey } from '../../policy/registered-account.ts';
import { type Reconsideration, reconsider } from '../../rules/reconsider.ts';
import { refusedByFormat } from '../../rules/refused-by-format.ts';
import { SEAL_INVALID } from '../../sealing/tampering.ts';
import { pricesForClaim, pricesSince } from '../../sending/prices-for-claim.ts';
import { MAX_ROOM_ATTEMPTS } from '../../sending/protocol-limits.ts';
import { valueAtClaim } from '../../sending/room-for-claim.ts';
import { earlier } from '../../time/instant.ts';
import { reasonOf } from '../../valuation/no-value.ts';
import {
  ends,
  type Judged,
  type Kind,
  type Refusal,
  type SenderPorts,
  type Waits,
  waits,
} from '../kind.ts';
import { ruleOf } from '../rule-behind.ts';
import { sendApproved } from '../send-approved.ts';
import type { SendResult } from '../send-result.ts';
import { leavingWithdrawal } from './leaving-withdrawal.ts';
import { type OutflowOfClaim, outflowForClaim, usageForClaim } from './outflow-for-claim.ts';
import type { SeenOfWithdrawal, WithdrawalInstruction } from './withdrawal-instruction.ts';

type SweepOrigin = Extract<Instruction['origin'], { readonly kind: 'sweep' }>;

const WITHDRAWAL: Kind<WithdrawalInstruction, SeenOfWithdrawal, AnsweredWithdrawals> = {
  isOne: (instruction): instruction is WithdrawalInstruction =>
    instruction.content.kind === 'withdrawal',
  read,
  judge,
  writesForRoom: MAX_ROOM_ATTEMPTS,
};

/** Sends one approved withdrawal, at most once, however often this is called. */
export async function sendWithdrawal(
  ports: SenderPorts,
  tenant: string,
  instructionId: string,
): Promise<SendResult> {
  return await sendApproved(ports, WITHDRAWAL, tenant, instructionId);
}

/**
 * The ledger, then what limits count, then the balances, then the lanes once more. Prices are read beside them, where anything
 * rests on a value.
 */
async function read(
  ports: SenderPorts,
  instruction: WithdrawalInstruction,
): Promise<{ readonly kind: 'read'; readonly seen: SeenOfWithdrawal } | Waits> {
  const { tenant, content } = instruction;
  // Lane and policy are read before the balances: any later change breaks the claim.
  const [policy, lanes, epoch] = await Promise.all([
    ports.ledger.readPolicy(tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.epoch(),
  ]);
  const unread = refusedByFormat(policy.controls);
  if (unread !== null) return waits(unread.code);
  const own = lanes.find(({ currency }) => currency === content.currency) ?? null;
  if (own !== null && isUnreadable(own)) return waits('unreadable');
  const account = accountOf(instruction, policy);
  const subject = { tenant, policy, account, epoch };
  const [prices, { counted, reading }] = await Promise.all([
    pricesForClaim(ports, instruction, policy, account),
    countedThenBalances(ports, subject),
  ]);
  if (prices !== null && !prices.ok) return waits(prices.code, sayReadFailed(prices.failed));
  if (!reading.ok) return waits(reading.code, sayReadFailed(reading.failed));
  const { balances, readAt: balancesReadAt } = reading.value;
  const priced = prices?.value ?? null;
  const readAt = priced === null ? balancesReadAt : earlier(balancesReadAt, priced.readAt);
  const outflow = await outflowForClaim(ports, subject, counted, reading.value, priced);
  const lane = own === null ? null : withReading(own, balances, balancesReadAt, policy.controls);
  const seen = {
    ...{ policy, epoch, account, lane, balances, balancesReadAt, readAt, prices: priced, outflow },
    listedIn: own === null ? [] : [own],
    now: ports.now(),
  };
  return { kind: 'read', seen };
}

function accountOf({ content }: WithdrawalInstruction, { accounts }: Policy) {
  const key = accountKey(content.withdrawalAccountId);
  return accounts.find(({ id }) => accountKey(id) === key) ?? null;
}

/** Balances that are read after what limits count hide no claim before: each is in the count, or in a later one. */
async function countedThenBalances(
  ports: SenderPorts,
  subject: Parameters<typeof usageForClaim>[1],
) {
  const counted = await usageForClaim(ports, subject);
  return { counted, reading: await ports.service.readBalances() };
}

function judge(
  instruction: WithdrawalInstruction,
  seen: SeenOfWithdrawal,
): Judged<AnsweredWithdrawals> {
  const unusable = refuseOutflowItem(seen.outflow);
  if (unusable !== null) return unusable;
  const verdict = decideAgain(instruction, seen);
  if (!verdict.proceed) return refused(instruction, verdict);
  const worth = valueAtClaim(instruction, seen.policy.controls, seen.prices);
  if (!worth.known) return waits(reasonOf(worth.why));
  return { kind: 'leaves', leaving: leavingWithdrawal(instruction, seen, worth.value) };
}

/** Null if floors and limits over several currencies can be judged. */
function refuseOutflowItem(
  outflow: OutflowOfClaim,
): Refusal | { readonly kind: 'room-taken' } | null {
  switch (outflow.kind) {
    case 'none':
    case 'found':
      return null;
    case 'changed':
      return { kind: 'room-taken' };
    case 'unreadable':
      return waits('unreadable');
    case 'put-back':
      return ends(SEAL_INVALID, outflow.why);
    default:
      return outflow satisfies never;
  }
}

function decideAgain(
  instruction: WithdrawalInstruction,
  { policy, outflow, prices, balancesReadAt, ...seen }: SeenOfWithdrawal,
): Reconsideration {
  const { origin, content } = instruction;
  return reconsider({
    ...{ account: seen.account, lane: seen.lane, epoch: seen.epoch, now: seen.now },
    ...{ balances: seen.balances, balancesReadAt, controls: policy.controls, halt: policy.halt },
    instruction: {
      ...content,
      ...(origin.kind === 'sweep' && decisionIn(origin)),
      instructionId: instruction.id,
      people: peopleBehind(instruction),
    },
    rule: ruleOf(instruction, policy),
    rules: [...policy.rules, ...(policy.unreadableRules ?? [])],
    unreadableAccounts: policy.unreadableAccounts ?? [],
    calendars: policy.calendars ?? [],
    ...(prices !== null && { prices: pricesSince(instruction, prices) }),
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
function refused(
  { origin }: Instruction,
  { reason, why, checks }: Reconsideration & { readonly proceed: false },
): Refusal {
  const isPart = origin.kind === 'sweep' && origin.split !== undefined;
  const isPassing = isPart && WAITED_FOR_BY_PARTS.has(reason);
  return traitsOf(reason).isWaitedFor || isPassing ? waits(reason) : ends(reason, why, checks);
}
