import { labelKey } from './label.ts';
import type { ManualRate } from './manual-rate.ts';
import type { ManualRateDraft } from './manual-rate-schema.ts';
import { MAX_MANUAL_RATE_DAYS, MAX_MANUAL_RATES } from './policy-limits.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import { unlessRefused } from './refused-field.ts';

const DAY_MS = 86_400_000;

/** The conditions between the fields of one manual rate. */
export function manualRateProblems(rate: ManualRateDraft): readonly PolicyProblem[] {
  const days = (Date.parse(rate.until) - Date.parse(rate.from)) / DAY_MS;
  return [
    ...(rate.in === rate.currency ? [problem('in', rate.in, 'another currency')] : []),
    ...(rate.until > rate.from ? [] : [problem('until', rate.until, `a date after ${rate.from}`)]),
    ...(days > MAX_MANUAL_RATE_DAYS
      ? [problem('until', rate.until, `at most ${MAX_MANUAL_RATE_DAYS} days after ${rate.from}`)]
      : []),
  ];
}

/** The conditions between one and the others: of a currency, one rate holds at a time, in whatever currency it is. */
export function problemsAmongManualRates(
  { id, label, currency, from, until }: ManualRateDraft,
  rates: readonly Pick<ManualRate, 'id' | 'label' | 'currency' | 'from' | 'until'>[],
): readonly PolicyProblem[] {
  const others = rates.filter((each) => each.id !== id);
  const twin = others.find((each) => labelKey(each.label) === labelKey(label));
  const overlapping = others.find(
    (each) => each.currency === currency && each.from < until && from < each.until,
  );
  return [
    ...(twin === undefined
      ? []
      : [problem('label', label, `a label of its own; ${twin.id} has this one`)]),
    ...(overlapping === undefined
      ? []
      : [
          problem(
            'from',
            `${from} to ${until}`,
            `dates outside ${overlapping.from} to ${overlapping.until}, in which ${overlapping.id} is the rate of ${currency}`,
          ),
        ]),
    ...(others.length < MAX_MANUAL_RATES
      ? []
      : [
          {
            path: 'id',
            seen: `${others.length + 1} manual rates`,
            accepted: `at most ${MAX_MANUAL_RATES} manual rates`,
          },
        ]),
  ];
}

/** The problems of all manual rates of a policy file. */
export function manualRatesProblems(rates: readonly ManualRateDraft[]): readonly PolicyProblem[] {
  return rates.flatMap((rate, index) => {
    const earlier = rates.slice(0, index);
    const twin = earlier.findIndex(({ id }) => id === rate.id);
    const own =
      twin < 0
        ? unlessRefused(() => problemsAmongManualRates(rate, earlier))
        : [problem('id', rate.id, `an id of its own; manualRates[${twin}] has this one`)];
    return [...own, ...unlessRefused(() => manualRateProblems(rate))].map((each) => ({
      ...each,
      path: `manualRates[${index}].${each.path}`,
    }));
  });
}

function problem(path: string, seen: unknown, accepted: string): PolicyProblem {
  return { path, seen: showValue(seen), accepted };
}
