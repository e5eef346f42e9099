import { bookingTerms } from '../booking/booking-terms.ts';
import type { Debit } from '../counters/counter.ts';
import { advance } from '../instructions/advance.ts';
import type { Lane } from '../instructions/lane.ts';
import { paidTo } from '../instructions/paid-destination.ts';
import { ruleDebits } from '../instructions/withdrawal-count.ts';
import { approvalDebits } from '../limits/approval-usage.ts';
import { peopleBehind } from '../limits/approvals-required.ts';
import { firstPaymentOf } from '../limits/first-payment.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type WithdrawalRequest, withdrawalRequestSchema } from '../outcomes/outcome.ts';
import { claimWrites } from '../outgoing/claim-writes.ts';
import { answeredTerms } from '../policy/answered-amounts.ts';
import type { Policy } from '../policy/policy.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { BalancesReading } from '../ports/trading-service.ts';
import { knownPart } from '../records/unknown-fields.ts';
import { leaving } from '../sealing/put-back.ts';
import { claimRecord } from '../sending/claim-record.ts';
import { commitClaim } from '../sending/commit-claim.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { MAX_ROOM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { isOutdated } from '../sending/reading-age.ts';
import { roomForClaim } from '../sending/room-for-claim.ts';
import type { Instant } from '../time/instant.ts';
import { balanceOf } from '../valuation/balance.ts';
import { type ClaimStep, waits } from './claim-step.ts';
import { countClaim, type OutflowOfClaim } from './outflow-for-claim.ts';
import { cancel, cancelPutBack } from './stop-withdrawal.ts';
import {
  accountOf,
  calendarsBehind,
  leavesBeforeOf,
  ruleOf,
  type WithdrawalInstruction,
} from './withdrawal-instruction.ts';

/**
 * Claims the lane with everything that the withdrawal counts in, in one conditional write. Each limit that several
 * currencies share has the version it was judged on among the conditions.
 */
export async function writeClaim(
  ports: SendingPorts,
  instruction: WithdrawalInstruction,
  policy: Policy,
  lane: Lane | null,
  reading: BalancesReading,
  { outflow, value }: { readonly outflow: OutflowOfClaim; readonly value: string | null },
): Promise<ClaimStep> {
  const { controls, halt } = policy;
  const account = accountOf(instruction, policy);
  const balance = balanceOf(reading.balances, instruction.content.currency);
  if (controls === null || account === null || lane === null || balance.kind !== 'stated') {
    throw new Error('a withdrawal was found acceptable without controls, account, lane or balance');
  }
  const { amount, currency, withdrawalAccountId } = instruction.content;
  const rule = ruleOf(instruction, policy);
  const people = peopleBehind(instruction);
  const at = ports.now();
  // The process was stopped since it read the balances, and they may be others by now: that decides once more.
  if (isOutdated(reading.readAt, at)) return { kind: 'again' };
  const leaves = leavesBeforeOf(instruction, policy, at);
  // The day has closed, or the cut-off has passed, since it was decided again: that decides once more.
  if (leaves !== null && at >= leaves) return { kind: 'again' };
  const counted = countClaim(outflow, instruction.tenant, controls, account, { amount, at });
  const debits = [
    ...debitsOfRule(instruction, rule, at),
    ...approvalDebits(
      { accountId: withdrawalAccountId, currency, amount, people, value, at },
      controls,
    ),
    ...counted.debits,
  ];
  const record = claimRecord({
    ...counted.facts,
    instructionId: instruction.id,
    nonce: ports.nonce(),
    at,
    controls,
    ...(leaves !== null && { leavesBefore: leaves }),
    balanceBefore: balance.balance.total,
    outgoing: amount,
    fee: formatDecimal(bookingTerms(controls, currency).largestFee(decimalOf(amount))),
    ...firstPaymentOf(lane, account, amount),
    ...(debits.length > 0 && { debits }),
  });
  const changes = claimWrites({
    lanes: [{ lane, record }],
    instruction: leaving(advance(instruction, { kind: 'claim', claim: record })),
    counted: counted.writes,
    ...{ controls, halt, account, rule },
    calendars: calendarsBehind(instruction, policy),
  });
  const { tenant } = instruction;
  for (let attempt = 0; attempt < MAX_ROOM_ATTEMPTS; attempt++) {
    const room = await roomForClaim(ports.ledger, instruction, value, record, controls);
    if (room.waitsFor !== undefined) return waits(room.waitsFor);
    if (!room.ok) return await cancel(ports, instruction, lane, { ...room.refusal, checks: [] });
    const committed = await commitClaim(ports.ledger, tenant, record, [...changes, ...room.writes]);
    if (committed === 'claimed') break;
    if (committed === 'outflow-taken') return { kind: 'room-taken' };
    if (committed === 'put-back') return await cancelPutBack(ports, instruction, lane);
    if (committed === 'lost' || attempt + 1 === MAX_ROOM_ATTEMPTS) return { kind: 'again' };
  }
  // The listed fields and nothing else: an item may hold more than is meant for the service.
  const request = knownPart<WithdrawalRequest>(withdrawalRequestSchema, instruction.content);
  const { nonce, claimedAt, sendBy } = record;
  const haltGeneration = halt.generation;
  const instructionId = instruction.id;
  const asked = {
    request,
    destination: instruction.destination ?? account,
    terms: { ...answeredTerms(controls, account), largestFee: record.fee ?? '0' },
    stated: paidTo(lane.destinations, account.id, account)?.says ?? null,
  };
  const claimed = { instructionId, nonce, claimedAt, sendBy, haltGeneration };
  return { kind: 'claimed', asked, claimed };
}

/** A part of a run is named in what it debits of its rule. */
function debitsOfRule(
  { origin, content: { currency, amount } }: WithdrawalInstruction,
  rule: SweepRule | null,
  at: Instant,
): readonly Debit[] {
  if (origin.kind !== 'sweep' || rule === null) return [];
  const { occurrence, split } = origin;
  const part = split === undefined ? {} : { part: { number: split.part, occurrence } };
  return ruleDebits(rule, { currency, amount, at, ...part });
}
