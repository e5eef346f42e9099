import fc from 'fast-check';
import type { UnexplainedMovement } from '../../treasury/matching/expected-movement.ts';
import { matchingRuleProblems } from '../../treasury/policy/matching-rule-checks.ts';
import type { MatchingRuleDraft } from '../../treasury/policy/matching-rule-schema.ts';
import { WEEKDAYS } from '../../treasury/time/calendar-date.ts';
import { at } from '../unit/reconciliation/samples.ts';

/* Few values of each field, so that rules and movements meet: bounds are hit exactly, and passed by little. */

const amount = fc.constantFrom('0.1', '0.2', '0.3', '0.5', '1');
const time = fc.constantFrom('00:00', '08:00', '09:30', '10:00');
const end = fc.constantFrom('10:05', '12:00', '18:00', '24:00');
const zone = fc.constantFrom('UTC', 'Europe/Zurich');

/** Values of every field, `undefined` for an absent one: a field that is new has to be added here. */
export const FIELDS: {
  readonly [Field in keyof Required<MatchingRuleDraft>]: fc.Arbitrary<
    MatchingRuleDraft[Field] | undefined
  >;
} = {
  id: fc.constantFrom('first', 'second'),
  label: fc.constantFrom('Fees', 'Interest'),
  kind: fc.constantFrom('fee', 'interest'),
  direction: fc.constantFrom('inflow', 'outflow'),
  currency: fc.constantFrom('BTC', 'ETH', undefined),
  minimum: fc.option(amount, { nil: undefined }),
  maximum: fc.option(amount, { nil: undefined }),
  repeats: fc.option(fc.record({ amount, tolerance: fc.constantFrom('0', '0.1', '0.2') }), {
    nil: undefined,
    freq: 2,
  }),
  hours: fc.option(
    fc.record({
      timeZone: zone,
      from: time,
      to: end,
      weekdays: fc.subarray([...WEEKDAYS], { minLength: 5 }),
    }),
    { nil: undefined },
  ),
  schedule: fc.option(
    fc.record({
      expression: fc.constantFrom('0 * * * ? *', '0/30 9 * * ? *'),
      timeZone: zone,
      toleranceSeconds: fc.constantFrom(300, 900, 1_800),
    }),
    { nil: undefined },
  ),
  per24Hours: fc.constantFrom(undefined, '0.5', '1', '2'),
  enabled: fc.constantFrom(true, true, true, false),
  generalLedgerCode: fc.constantFrom(undefined, '4010', '6510.01'),
};

function withoutAbsent(fields: object): MatchingRuleDraft {
  return JSON.parse(JSON.stringify(fields)) as MatchingRuleDraft;
}

/** A rule that the policy accepts. */
export const rule: fc.Arbitrary<MatchingRuleDraft> = fc
  .record(FIELDS)
  .map(withoutAbsent)
  .map((each) => bounded(each))
  .filter((each) => matchingRuleProblems(each, 300).length === 0);

/** Most that come up without a bound would be refused. */
function bounded(each: MatchingRuleDraft): MatchingRuleDraft {
  const { repeats, minimum: _, maximum: __, ...others } = each;
  const said = repeats === undefined ? each : { ...others, repeats };
  if (said.direction === 'inflow') return said;
  const most = said.repeats === undefined ? { maximum: said.maximum ?? '0.5' } : {};
  return { currency: 'BTC', per24Hours: '1', ...said, ...most };
}

/** One change of one field. */
export const edit = fc
  .constantFrom(...(Object.keys(FIELDS) as (keyof MatchingRuleDraft)[]))
  .chain((field) =>
    FIELDS[field].map(
      (value) => (before: MatchingRuleDraft) => withoutAbsent({ ...before, [field]: value }),
    ),
  );

/** Intervals of a morning, in which readings lie five minutes to two hours apart. */
export const movement: fc.Arbitrary<UnexplainedMovement> = fc
  .record({
    currency: fc.constantFrom('BTC', 'ETH'),
    size: fc.constantFrom('0.1', '0.2', '0.21', '0.3', '0.5', '0.7', '1', '1.1'),
    isOut: fc.boolean(),
    fiveMinutes: fc.integer({ min: -24, max: 48 }),
    length: fc.constantFrom(1, 1, 1, 3, 24),
    price: fc.constantFrom('1', null),
  })
  .map(({ currency, size, isOut, fiveMinutes, length, price }) => ({
    currency,
    unexplained: isOut ? `-${size}` : size,
    sinceReadAt: at((fiveMinutes - length) * 300),
    readAt: at(fiveMinutes * 300),
    price,
    reportingCurrency: 'USD',
  }));
