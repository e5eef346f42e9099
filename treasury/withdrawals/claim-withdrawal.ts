import { sayReadFailed } from '../facts/sentences/say/say-not-read.ts';
import { judgeApprovalAge, notSentInTime } from '../instructions/approval-age.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { isUnreadable, type Lane } from '../instructions/lane.ts';
import { withReading } from '../instructions/lane-reading.ts';
import { peopleBehind } from '../limits/approvals-required.ts';
import type { Policy } from '../policy/policy.ts';
import type { BalancesReading } from '../ports/trading-service.ts';
import { type Reconsideration, reconsider } from '../rules/reconsider.ts';
import { refusedByFormat } from '../rules/refused-by-format.ts';
import { judgeSending } from '../sealing/judge-sending.ts';
import { SEAL_INVALID, SEAL_UNVERIFIED } from '../sealing/tampering.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { pricesForClaim, pricesSince } from '../sending/prices-for-claim.ts';
import { valueAtClaim } from '../sending/room-for-claim.ts';
import type { ValuesBeforePorts } from '../snapshots/values-beside.ts';
import { reasonOf } from '../valuation/no-value.ts';
import type { PriceReading } from '../value-limits/price-of-limits.ts';
import { type ClaimStep, waits } from './claim-step.ts';
import { type OutflowOfClaim, outflowForClaim, usageForClaim } from './outflow-for-claim.ts';
import { cancel, stop } from './stop-withdrawal.ts';
import {
  accountOf,
  isWithdrawal,
  ruleOf,
  type WithdrawalInstruction,
} from './withdrawal-instruction.ts';
import { writeClaim } from './write-claim.ts';

export type WithdrawalSendingPorts = SendingPorts & ValuesBeforePorts;

type SweepOrigin = Extract<Instruction['origin'], { readonly kind: 'sweep' }>;

/**
 * Decides one approved withdrawal again on fresh balances, and claims it if nothing speaks against it. The order of the
 * reads is part of the protocol: the ledger, then what limits count, then the balances, then the lanes once more. Prices are read
 * beside them, where anything rests on a value.
 */
export async function claimOnce(
  ports: WithdrawalSendingPorts,
  tenant: string,
  instructionId: string,
): Promise<ClaimStep> {
  const instruction = await ports.ledger.readInstruction(tenant, instructionId);
  if (instruction?.status.state !== 'approved' || !isWithdrawal(instruction)) {
    const state = instruction?.status.state ?? 'missing';
    return { kind: 'done', result: { result: 'not-open', state } };
  }
  // Lane and policy are read before the balances: any later change breaks the claim.
  const [policy, lanes, epoch] = await Promise.all([
    ports.ledger.readPolicy(tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.epoch(),
  ]);
  const unread = refusedByFormat(policy.controls);
  if (unread !== null) return waits(unread.code);
  const lane = lanes.find(({ currency }) => currency === instruction.content.currency) ?? null;
  if (lane !== null && isUnreadable(lane)) return waits('unreadable');
  const age = judgeApprovalAge(instruction.status.at, ports.now());
  if (age.kind === 'before-it') return waits('clock-behind');
  if (age.kind === 'too-old') {
    const why = notSentInTime(instruction, policy.rules);
    return await cancel(ports, instruction, lane, { reason: 'too-old', why, checks: [] });
  }
  const subject = { tenant, policy, account: accountOf(instruction, policy), epoch };
  const [prices, { counted, reading }] = await Promise.all([
    pricesForClaim(ports, instruction, policy, subject.account),
    countedThenBalances(ports, subject),
  ]);
  if (prices !== null && !prices.ok) return waits(prices.code, sayReadFailed(prices.failed));
  if (!reading.ok) return waits(reading.code, sayReadFailed(reading.failed));
  const { balances, readAt } = reading.value;
  const read = lane === null ? null : withReading(lane, balances, readAt, policy.controls);
  const outflow = await outflowForClaim(
    ports,
    subject,
    counted,
    reading.value,
    prices?.value ?? null,
  );
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
  if (!verdict.proceed) return await stop(ports, { instruction, policy, epoch }, lane, verdict);
  const worth = valueAtClaim(instruction, policy.controls, prices?.value ?? null);
  if (!worth.known) return waits(reasonOf(worth.why));
  const unauthorised = await refuseUnauthorised(ports, instruction, lane, policy, epoch);
  return (
    unauthorised ??
    (await writeClaim(ports, instruction, policy, read, reading.value, {
      outflow,
      value: worth.value,
    }))
  );
}

/** Balances that are read after what limits count hide no claim before: each is in the count, or in a later one. */
async function countedThenBalances(
  ports: WithdrawalSendingPorts,
  subject: Parameters<typeof usageForClaim>[1],
) {
  const counted = await usageForClaim(ports, subject);
  return { counted, reading: await ports.service.readBalances() };
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
    case 'unreadable':
      return waits('unreadable');
    case 'put-back': {
      const { why } = outflow;
      return await cancel(ports, instruction, lane, { reason: SEAL_INVALID, why, checks: [] });
    }
    default:
      return outflow satisfies never;
  }
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
      return waits(SEAL_UNVERIFIED, judged.said);
    default: {
      const { reason, why } = judged;
      return await cancel(ports, instruction, lane, { reason, why, checks: [] });
    }
  }
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
    readonly prices: PriceReading | undefined;
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
    unreadableAccounts: policy.unreadableAccounts ?? [],
    calendars: policy.calendars ?? [],
    controls: policy.controls,
    halt: policy.halt,
    lane,
    epoch,
    balances: reading.balances,
    balancesReadAt: reading.readAt,
    ...(prices !== undefined && { prices: pricesSince(instruction, prices) }),
    now: ports.now(),
    ...(outflow.kind === 'found' ? { outflow: outflow.view } : {}),
  });
}

/** What a sweep says of the decision that it comes from. */
function decisionIn({ ruleId, ruleVersion, occurrence, split }: SweepOrigin) {
  return { ruleId, ruleVersion, occurrence, ...(split !== undefined && { split }) };
}
