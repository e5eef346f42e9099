import type {
  NoSweepReason,
  RecordedCheck,
  RuleDecision,
} from '../../treasury/decisions/decision.ts';
import type { CheckFact } from '../../treasury/facts/check-fact.ts';
import type { LimitName } from '../../treasury/facts/limit-name.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { NOT_SWEPT, SWEPT } from './decided.ts';

export const TENANT = 'main';

/** Limits whose checks see an amount, or seconds. */
type SeenLimit = Extract<
  LimitName,
  | 'threshold'
  | 'keep'
  | 'allocation'
  | 'maximum'
  | 'step'
  | 'minimum'
  | 'budget-24h'
  | 'budget-30d'
  | 'approval'
  | 'balance-age'
  | 'cooldown'
>;

/** The part of a decision that a test is about. */
export interface Decided {
  readonly rule?: string;
  readonly reason: NoSweepReason | 'sweep';
  readonly version?: number;
  readonly values?: Readonly<Partial<Record<SeenLimit, string>>>;
}

export function decisionOf(
  tick: Instant,
  { rule = 'btc', reason, version = 1, values = {} }: Decided,
): RuleDecision {
  const base = {
    ruleId: rule,
    ruleVersion: version,
    currency: 'BTC',
    withdrawalAccountId: 'cold',
    decidedAt: tick,
    occurrence: tick,
    consumesOccurrence: false,
  };
  const checks = Object.entries(values).map(([limit, value]) => seen(limit as SeenLimit, value));
  return reason === 'sweep'
    ? { ...base, ...SWEPT, checks }
    : { ...base, ...NOT_SWEPT, checks, reason };
}

/** A check that saw this number. */
function seen(limit: SeenLimit, value: string): RecordedCheck {
  const [currency, amount] = ['BTC', value];
  const holding = { balance: value, committed: '0', unbooked: '0' };
  switch (limit) {
    case 'threshold':
      return passed({ limit, code: limit, currency, threshold: '0', ...holding });
    case 'keep':
      return passed({ limit, code: limit, currency, amount: '0', keep: '0', ...holding });
    case 'allocation': {
      const allocation = { kind: 'all', basis: 'surplus' } as const;
      return passed({ limit, code: 'taken', currency, surplus: value, allocation });
    }
    case 'maximum':
      return passed({ limit, code: limit, currency, amount, maximum: null });
    case 'step':
      return passed({ limit, code: limit, currency, amount, step: '1' });
    case 'minimum':
      return passed({ limit, code: limit, currency, amount, minimum: '1', step: '1' });
    case 'budget-24h':
    case 'budget-30d': {
      const budget = { cap: '1', spent: value };
      return passed({ limit, code: 'budget', currency, needed: '1', budget });
    }
    case 'approval':
      return passed({ limit, code: limit, currency, amount, above: null, unapproved: '0' });
    case 'balance-age': {
      const readAt = secondsBefore(value);
      return passed({ limit, code: limit, readAt, now: NOW, maximumSeconds: 1 });
    }
    case 'cooldown': {
      const lastClaimedAt = secondsBefore(value);
      return passed({ limit, code: limit, cooldownSeconds: 1, lastClaimedAt, now: NOW });
    }
    default:
      return limit satisfies never;
  }
}

/** Any moment: what is seen is the time since another one. */
const NOW: Instant = '2026-01-01T00:00:00.000Z';

function secondsBefore(value: string): Instant {
  return plusSeconds(NOW, -Number(value));
}

function passed(fact: CheckFact): RecordedCheck {
  return { fact, holds: true };
}

/** A run of one part. */
export function runAt(snapshot: Instant, ...decided: readonly Decided[]): DecisionRun {
  const decisions = decided.map((each) => ({ decision: decisionOf(snapshot, each) }));
  return { tenant: TENANT, snapshot, part: 0, decisions };
}
