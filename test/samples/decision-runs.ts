import type {
  NoSweepReason,
  RecordedCheck,
  RuleDecision,
} from '../../treasury/decisions/decision.ts';
import type { LimitName } from '../../treasury/facts/limit-name.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { NOT_SWEPT, SWEPT } from './decided.ts';

export const TENANT = 'main';

/** The part of a decision that a test is about. */
export interface Decided {
  readonly rule?: string;
  readonly reason: NoSweepReason | 'sweep';
  readonly version?: number;
  readonly values?: Readonly<Partial<Record<LimitName, string>>>;
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
  const checks = Object.entries(values).map(([limit, value]) => seen(limit as LimitName, value));
  return reason === 'sweep'
    ? { ...base, ...SWEPT, checks }
    : { ...base, ...NOT_SWEPT, checks, reason };
}

/** A check that saw this number. */
function seen(limit: LimitName, value: string): RecordedCheck {
  const fact = { limit, code: 'step', currency: 'BTC', amount: value, step: '1' };
  return { fact: fact as RecordedCheck['fact'], holds: true };
}

/** A run of one part. */
export function runAt(snapshot: Instant, ...decided: readonly Decided[]): DecisionRun {
  const decisions = decided.map((each) => ({ decision: decisionOf(snapshot, each) }));
  return { tenant: TENANT, snapshot, part: 0, decisions };
}
