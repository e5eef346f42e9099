import type { UsedRate } from '../policy/used-rate.ts';
import { ratesAssumed } from '../preview/shown-values.ts';
import type { ExpectedFlows } from './expected-flows.ts';
import type { ForecastRequest } from './present.ts';

/** What a forecast takes for granted, for a person to read. */
export function assumptionsOf(
  { approvals, timeZone }: Pick<ForecastRequest, 'approvals' | 'timeZone'>,
  flows: ExpectedFlows | null,
  manualRates: readonly UsedRate[],
): readonly string[] {
  return [
    'Snapshots go on in their rhythm, each with the balances of the latest one, less what the forecast swept; prices stay as they are.',
    'The rules, accounts, limits and budgets in force stay as they are, with what was used of them up to now. What is swept leaves at once, and is booked at once.',
    'A currency that is blocked today stays blocked. What is being sent is taken as confirmed; what is approved leaves at once.',
    'A halt and a dry-run are not assumed to last: what they stop is listed with "stopped", and is not in the values of the days.',
    approvals === 'given'
      ? 'What needs an approval is approved at once.'
      : 'What needs an approval never gets it: it waits, holds its rule, and expires.',
    flows === null
      ? 'No deposit, trade or withdrawal by hand happens.'
      : flowAssumption(flows, timeZone),
    ...ratesAssumed(manualRates),
  ];
}

function flowAssumption(
  { days, from, complete, classes }: ExpectedFlows,
  timeZone: string,
): string {
  const range = `the ${days} days since ${from}${complete ? '' : ' (earlier days have more differences than one call reads)'}`;
  if (classes.length === 0) {
    return `No movement of ${range} has a class, so none is expected.`;
  }
  return `Each class moves what it moved in a day on average, over ${range}, at each midnight of ${timeZone}; an expected fall takes no more than is there. The days were as different as leastPerDay and mostPerDay say: no movement is certain.`;
}
