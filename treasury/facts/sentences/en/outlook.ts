import type { UsedRate } from '../../../policy/used-rate.ts';
import { duration } from '../../../time/duration.ts';
import type { OutlookFact } from '../../outlook-facts.ts';
import type { SaidOf } from '../said.ts';
import { amountIn, joined, moment, type Sentence, sentence, written } from '../sentence.ts';

/** "manual rate chf-2026 version 2: 1 CHF = 1.13 USD". */
function ratesText(rates: readonly UsedRate[]): Sentence {
  const named = rates.map(
    ({ id, version, currency, rate, in: unit }) =>
      sentence`manual rate ${id} version ${version}: ${amountIn(currency, '1')} = ${amountIn(unit, rate)}`,
  );
  return joined(named, '; ');
}

type Of<Code extends OutlookFact['code']> = Extract<OutlookFact, { readonly code: Code }>;

function rangeText({ days, from, complete }: Of<'classes-move' | 'no-class-moved'>): Sentence {
  const cut = complete ? '' : ' (earlier days have more differences than one call reads)';
  return sentence`the ${days} days since ${moment(from)}${cut}`;
}

export const OUTLOOK: SaidOf<OutlookFact> = {
  'read-at': ({ takenAt, ageSeconds }) =>
    sentence`On the balances read at ${moment(takenAt)}, ${duration(ageSeconds)} ago.`,
  'snapshots-go-on': () =>
    'Snapshots go on in their rhythm, each with the balances of the latest one, less what the forecast swept; prices stay as they are.',
  'policy-stays': () =>
    'The rules, accounts, limits and budgets in force stay as they are, with what was used of them up to now. What is swept leaves at once, and is booked at once.',
  'blocked-stays': () =>
    'A currency that is blocked today stays blocked. What is being sent is taken as confirmed; what is approved leaves at once.',
  'stops-end': () =>
    'A halt and a dry-run are not assumed to last: what they stop is listed with "stopped", and is not in the values of the days.',
  'approved-at-once': () => 'What needs an approval is approved at once.',
  'never-approved': () =>
    'What needs an approval never gets it: it waits, holds its rule, and expires.',
  'no-movements': () => 'No deposit, trade or withdrawal by hand happens.',
  'no-class-moved': (fact) =>
    sentence`No movement of ${rangeText(fact)} has a class, so none is expected.`,
  'classes-move': (fact) =>
    sentence`Each class moves what it moved in a day on average, over ${rangeText(fact)}, at each midnight of ${fact.timeZone}; an expected fall takes no more than is there. The days were as different as leastPerDay and mostPerDay say: no movement is certain.`,
  'rates-used': ({ rates }) =>
    sentence`Values of currencies without a price are by ${ratesText(rates)}. No limit and no approval goes by them.`,
  'sends-at-most': ({ value, currency, rates }) =>
    sentence`By policy, rules send at most ${amountIn(currency, value)} in any 24 hours${rates.length === 0 ? [] : sentence` (${ratesText(rates)})`}.`,
  'sends-unbounded': ({ labels }) => {
    const named = labels.map((label) => sentence`"${written(label)}"`);
    return sentence`No limit of the policy bounds what rules send in 24 hours: without one, or without a price for it: ${joined(named, ', ')}.`;
  },
};
