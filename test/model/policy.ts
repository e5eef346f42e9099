import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { type Lane, newLane } from '../../treasury/instructions/lane.ts';
import { noteOpen } from '../../treasury/instructions/lane-transitions.ts';
import type { WithdrawalRequest } from '../../treasury/outcomes/outcome.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { account, controls, rule } from '../samples/policy.ts';

/*
 * The one small world that is searched: one rule, one account, one currency, whole units.
 */

export const START: Instant = '2026-01-05T09:00:00.000Z';

/**
 * Seconds after the start that the clock can stand at. 0 and 9: within one send window of 10 s, so
 * that a claim can be sent later than it was made. 189: whoever was invoked before is dead, the
 * watchdog gives up and delivers again, and a request that left at 9 s can still be executed, in the
 * last second of the bound. 195: past the quarantine of a claim at 0 (190 s). 400: past that of a
 * claim made after a redelivery. 1000: approvals are too old, and nothing new begins.
 */
const TICK_SECONDS = [0, 9, 189, 195, 400, 1000] as const;

export const TICKS: readonly Instant[] = TICK_SECONDS.map((seconds) => plusSeconds(START, seconds));

/** Here the search ends: what runs comes to its end, nothing begins. */
export const LAST_TICK = TICKS.length - 1;

/** Past every quarantine but that of a claim made after a redelivery. */
export const TICK_PAST_QUARANTINES = 4;

/** Tick -> moment. */
export function instantAt(tick: number): Instant {
  const instant = TICKS[tick];
  if (instant === undefined) throw new RangeError(`no tick ${tick}`);
  return instant;
}

/** The last tick at which a request may be executed whose sender passed the check of sendBy at `tick`. */
export function lastTickOfExecution(tick: number, seconds: number): number {
  const last = plusSeconds(instantAt(tick), seconds);
  return TICKS.findLastIndex((instant) => instant <= last);
}

export const EPOCH = 'table-1';
export const RESTORED_EPOCH = 'table-2';
export const CURRENCY = 'BTC';

/** Units that each instruction moves, and that a deposit brings: as much as hides one withdrawal. */
export const AMOUNT = 2;
/** Units that another party takes: a fall that is not ours. */
export const FOREIGN_DEBIT = 1;
export const OPENING_BALANCE = 20;

export const ACCOUNT = account({ currency: CURRENCY });

/** Units per 24 hours: one instruction and not two, so that a second one must find it spent. */
export const BUDGET = 3;

export const RULE = rule({
  id: 'surplus',
  currency: CURRENCY,
  withdrawalAccountId: ACCOUNT.id,
  threshold: '10',
  keep: '5',
  minimum: '1',
  step: '1',
  budgets: { per24Hours: String(BUDGET) },
  backoff: { firstSeconds: 1, maximumSeconds: 1 },
  priority: 1,
  version: 1,
  activeSince: START,
});

/** Without budgets, so that only the balances stand between a second instruction and what is gone. */
export const ROOMY_RULE: SweepRule = { ...RULE, version: 2, budgets: {} };

/** Falls at the start, and is carried out late for an hour. */
export const HOURLY_RULE: SweepRule = {
  ...RULE,
  version: 3,
  activeSince: plusSeconds(START, -60),
  allocation: { kind: 'fixed', basis: 'amount', amount: String(AMOUNT) },
  schedule: { kind: 'cron', expression: '0 * * * ? *', timeZone: 'UTC' },
};

/** Readings are written down as digits of this base. */
export const MORE_THAN_ANY_BALANCE = 64;

/** Above the threshold for one instruction and not for two. */
export const TIGHT_BALANCE = 11;

export const CONTROLS = controls();

export const REQUEST: WithdrawalRequest = {
  withdrawalAccountId: ACCOUNT.id,
  amount: String(AMOUNT),
  currency: CURRENCY,
};

/** The n-th approved instruction of a rule. */
export function approvedInstruction(n: number, { id: ruleId, version }: SweepRule): Instruction {
  return {
    id: `i-${n + 1}`,
    tenant: 'main',
    origin: {
      kind: 'sweep',
      ruleId,
      ruleVersion: version,
      occurrence: START,
      snapshot: START,
    },
    content: { kind: 'withdrawal', ...REQUEST, accountLabel: ACCOUNT.label },
    createdAt: START,
    status: { state: 'approved', at: START, by: { code: 'rule', ruleId } },
    history: [],
    version: 1,
  };
}

export function armedLane(instructions: readonly Instruction[]): Lane {
  return instructions.reduce(
    (lane, { id }) =>
      noteOpen(lane, { instructionId: id, ruleId: RULE.id, amount: REQUEST.amount }),
    newLane('main', CURRENCY, EPOCH),
  );
}
