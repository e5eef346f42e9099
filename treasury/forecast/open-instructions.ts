import { ruleDebit } from '../counters/counter.ts';
import type { Lane, OpenInstruction } from '../instructions/lane.ts';
import { concludeLane } from '../instructions/lane-transitions.ts';
import { leaveOpen } from '../preview/leaving.ts';
import type { World, WorldRules } from '../preview/world.ts';
import { heldOf } from '../valuation/balance.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { priceReadingOf } from '../value-limits/price-of-limits.ts';
import type { Present } from './present.ts';

/**
 * leaves: it is taken out of the balances at once. sending: the same; its outcome is not known yet. waits: for people,
 * or for its currency; its amount stays reserved.
 */
export const ALREADY_STATES = ['leaves', 'sending', 'waits'] as const;

/** A withdrawal that was decided before the forecast, and has not left. */
export interface Already {
  readonly instructionId: string;
  /** Absent if a person requested it. */
  readonly ruleId?: string;
  readonly currency: string;
  readonly withdrawalAccountId?: string;
  readonly amount: string;
  readonly approvals: 0 | 1 | 2;
  readonly state: (typeof ALREADY_STATES)[number];
}

/**
 * Concludes what is under way, in place: what is being sent is taken as confirmed, and what is approved leaves, since both
 * take a minute. What waits for people leaves too if approvals are assumed. The rest keeps its amount reserved.
 */
export function leaveWhatIsDecided(
  world: World,
  given: WorldRules,
  { lanes, snapshot, now }: Present,
): readonly Already[] {
  const { reportingCurrency } = given.controls;
  const prices = priceReadingOf(snapshot, given.controls);
  return lanes.flatMap((lane) => {
    const { currency } = lane;
    const sending = concludeSending(world, lane, now);
    const open = Object.values(lane.open).filter(isWithdrawal);
    const left = open.map((each): Already => {
      const lanesNow = world.lanes[currency] ?? lane;
      const people = each.people ?? 0;
      const held = heldOf(snapshot.balances, currency);
      const mayLeave =
        lanesNow.status.state === 'idle' &&
        lane.epoch === given.epoch &&
        (people === 0 || given.assumeApproved);
      // Its claim waits until the balance is stated.
      if (!mayLeave || !held.known) return alreadyOf(currency, each, 'waits');
      const { total } = held.balance;
      const value = valueOfAmount(prices.values, currency, each.amount, reportingCurrency);
      leaveOpen(world, given, lanesNow, each, { value, at: now, total, prices });
      return alreadyOf(currency, each, 'leaves');
    });
    return [...sending.map((each) => alreadyOf(currency, each, 'sending')), ...left];
  });
}

type Withdrawal = OpenInstruction & { readonly accountId: string };

/** Trades keep what they reserve: what they bring is not known. */
function isWithdrawal(open: OpenInstruction): open is Withdrawal {
  return open.accountId !== undefined;
}

/** The claim's amount is committed in the lane until a balance shows it, so no balance is changed for it. */
function concludeSending(world: World, lane: Lane, now: string): readonly OpenInstruction[] {
  const { status, currency } = lane;
  if (status.state !== 'sending') return [];
  const { instructionId, nonce, outgoing, debits } = status.claim;
  world.lanes[currency] = concludeLane(lane, { nonce, at: now, outcome: 'confirmed' });
  if (outgoing === undefined) return [];
  const ruleId = ruleDebit(debits)?.counter.of;
  return [{ instructionId, amount: outgoing, ...(ruleId !== undefined && { ruleId }) }];
}

function alreadyOf(
  currency: string,
  { instructionId, ruleId, amount, accountId, people = 0 }: OpenInstruction,
  state: Already['state'],
): Already {
  return {
    instructionId,
    ...(ruleId === undefined ? {} : { ruleId }),
    currency,
    ...(accountId === undefined ? {} : { withdrawalAccountId: accountId }),
    amount,
    approvals: people,
    state,
  };
}
