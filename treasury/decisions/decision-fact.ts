import type { DecidedTrade } from '../facts/decided-trade.ts';
import type { ValuesFact } from '../facts/price-of-limits-facts.ts';
import type { MissedFact } from '../facts/schedule-facts.ts';
import type { DecisionFact, SizedSweep, SweepFact } from '../facts/sweep-fact.ts';
import type { RecordedCheck, RuleDecision } from './decision.ts';

/** All that is said of a decision, as one fact: what is stored once stands in each place where it belongs. */
export function decisionFact(decision: RuleDecision): DecisionFact {
  if (decision.outcome === 'sweep') return decidedSweep(decision);
  const beside = besideOf(decision);
  const { why, wouldSweep, otherwise } = decision;
  if (wouldSweep === undefined || otherwise === undefined)
    return { ...beside, code: 'no-sweep', why };
  const { trade, ...sweep } = otherwise;
  return {
    ...beside,
    code: 'no-sweep',
    why,
    otherwise: sweepFact(decision, wouldSweep, sweep, trade),
  };
}

export function decidedSweep(decision: RuleDecision & { readonly outcome: 'sweep' }) {
  const { amount, sweep, trade } = decision;
  const fact = sweepFact(decision, amount, sweep, trade);
  return { ...besideOf(decision), code: 'sweep', sweep: fact } as const;
}

function besideOf(decision: RuleDecision) {
  const { currency, checks } = decision;
  return { currency, valued: valuesIn(checks), missed: missedFact(decision) };
}

function sweepFact(
  { currency, into }: RuleDecision,
  amount: string,
  sweep: SizedSweep,
  trade: DecidedTrade | undefined,
): SweepFact {
  const conversion =
    into === undefined ? undefined : { into, ...(trade !== undefined && { trade }) };
  return { ...sweep, currency, amount, ...(conversion !== undefined && { conversion }) };
}

function valuesIn(checks: readonly RecordedCheck[]): ValuesFact {
  return Object.fromEntries(
    checks.flatMap(({ fact, valued }) => (valued === undefined ? [] : [[fact.limit, valued]])),
  );
}

function missedFact(decision: RuleDecision): MissedFact | null {
  const { missed, checks } = decision;
  if (missed === undefined) return null;
  const { count, countedAll, first } = missed;
  const isReason = decision.outcome === 'no-sweep' && decision.reason === 'missed';
  return { count, countedAll, first, timeZone: timeZoneIn(checks), isReason };
}

/** Only a rule with a schedule of its own misses an occurrence. */
function timeZoneIn(checks: readonly RecordedCheck[]): string {
  for (const { fact } of checks) {
    if (fact.limit === 'schedule' && fact.plan.schedule.kind === 'cron') {
      return fact.plan.schedule.timeZone;
    }
  }
  return 'UTC';
}
