import type { RuleDecision } from '../../../treasury/decisions/decision.ts';
import type { LimitCheck, ShownRuleDecision } from '../../../treasury/decisions/shown-decision.ts';
import { showDecision } from '../../../treasury/facts/sentences/say/show-decision.ts';
import { type Lane, newLane } from '../../../treasury/instructions/lane.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { Market } from '../../../treasury/rules/conversion-trade.ts';
import {
  type EvaluateInput,
  evaluate,
  type OutflowBasis,
} from '../../../treasury/rules/evaluate.ts';
import { type Used, usedBy } from '../../samples/counts.ts';
import { ACCOUNT, CONTROLS, RULE } from '../../samples/policy.ts';
import { unitValuesOf } from '../../samples/values.ts';

export const EPOCH = 'table-1';
export const TICK = '2026-01-05T09:00:00.000Z';
export const READ_AT = '2026-01-05T09:00:01.000Z';
export const NOW = '2026-01-05T09:00:05.000Z';

export const LANE: Lane = newLane('main', 'BTC', EPOCH);

export function laneUsing(used: Used, change: Partial<Lane> = {}): Lane {
  return {
    ...LANE,
    ...usedBy(RULE.id, used),
    ...change,
  };
}

/** A claim as it stands in a lane that is not idle. */
export const CLAIM = {
  instructionId: 'i-earlier',
  nonce: 'n',
  claimedAt: TICK,
  sendBy: TICK,
  quarantineUntil: TICK,
  balanceBefore: '20',
} as const;

/** 20 BTC, one rule, everything in order: sweeps 15. */
export function situation(change: Partial<EvaluateInput> = {}): EvaluateInput {
  return {
    rules: [RULE],
    accounts: new Map([[ACCOUNT.id, ACCOUNT]]),
    controls: CONTROLS,
    halt: neverHalted('main'),
    balances: { BTC: { total: '20' } },
    balancesReadAt: READ_AT,
    lanes: new Map([['BTC', LANE]]),
    epoch: EPOCH,
    occurrence: TICK,
    now: NOW,
    ...change,
  };
}

/** What floors and limits over several currencies rest on: nothing was claimed, and a BTC is worth 100 USD. */
export function outflow(change: Partial<OutflowBasis> = {}): OutflowBasis {
  return {
    usage: null,
    prices: { values: unitValuesOf({ BTC: '100' }), readAt: READ_AT },
    lanes: [LANE],
    given: [],
    ...change,
  };
}

export function decideOne(change: Partial<EvaluateInput> = {}): ShownRuleDecision {
  return showDecision(decisionOf(change));
}

/** In facts. */
export function decisionOf(change: Partial<EvaluateInput> = {}): RuleDecision {
  const [decision, ...others] = evaluate(situation(change));
  if (decision === undefined || others.length > 0) throw new Error('expected one decision');
  return decision;
}

/** "sweep 15", or the reason for none. */
export function verdict(decision: RuleDecision | ShownRuleDecision): string {
  return decision.outcome === 'sweep' ? `sweep ${decision.amount}` : decision.reason;
}

export function withLane(lane: Lane): Pick<EvaluateInput, 'lanes'> {
  return { lanes: new Map([['BTC', lane]]) };
}

/** Checks as lines: held (+) or not (-), which, what was seen, what is accepted. */
export function checkLines(checks: readonly LimitCheck[]): readonly string[] {
  return checks.map(
    ({ limit, holds, seen, accepted }) => `${holds ? '+' : '-'} ${limit}: ${seen} | ${accepted}`,
  );
}

/** One BTC is worth 50,000 USD, and may be traded up to a million. */
export const TRADING: Controls = {
  ...CONTROLS,
  trades: { instruments: ['BTC/USD'], maximumNotional: '1000000' },
};

export const MARKET: Market = {
  prices: { 'BTC/USD': { bid: '49990', ask: '50010' } },
  doubted: [],
  values: unitValuesOf({ BTC: '50000' }),
  readAt: READ_AT,
  usage: null,
};

/** The same rule, converting what it would sweep; `others`: more rules that convert. */
export function converting(
  change: Partial<SweepRule>,
  market: Market = MARKET,
  others: readonly SweepRule[] = [],
): Partial<EvaluateInput> {
  const { withdrawalAccountId: _, ...surplus } = RULE;
  const own: SweepRule = { ...surplus, kind: 'convert', ...change };
  return {
    rules: [own],
    converting: [own, ...others],
    controls: TRADING,
    market,
    lanes: new Map([
      ['BTC', LANE],
      ['USD', newLane('main', 'USD', EPOCH)],
      ['EUR', newLane('main', 'EUR', EPOCH)],
    ]),
  };
}
