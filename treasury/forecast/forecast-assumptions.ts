import type { AssumptionFact } from '../facts/outlook-facts.ts';
import type { UsedRate } from '../policy/used-rate.ts';
import { ratesAssumed } from '../preview/shown-values.ts';
import type { ExpectedFlows } from './expected-flows.ts';
import type { ForecastRequest } from './present.ts';

/** What a forecast takes for granted. */
export function assumptionsOf(
  { approvals, timeZone }: Pick<ForecastRequest, 'approvals' | 'timeZone'>,
  flows: ExpectedFlows | null,
  manualRates: readonly UsedRate[],
): readonly AssumptionFact[] {
  return [
    ...ALWAYS,
    { code: approvals === 'given' ? 'approved-at-once' : 'never-approved' },
    flows === null ? { code: 'no-movements' } : flowAssumption(flows, timeZone),
    ...ratesAssumed(manualRates),
  ];
}

const ALWAYS: readonly AssumptionFact[] = [
  { code: 'snapshots-go-on' },
  { code: 'policy-stays' },
  { code: 'blocked-stays' },
  { code: 'stops-end' },
];

function flowAssumption(
  { days, from, complete, classes }: ExpectedFlows,
  timeZone: string,
): AssumptionFact {
  const range = { days, from, complete };
  return classes.length === 0
    ? { code: 'no-class-moved', ...range }
    : { code: 'classes-move', ...range, timeZone };
}
