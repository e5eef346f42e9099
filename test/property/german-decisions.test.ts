import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionSentence, sayDecision } from '../../treasury/facts/sentences/say/say-decision.ts';
import type { CapFact, DecisionFact, SweepFact } from '../../treasury/facts/sweep-fact.ts';
import { shareOf } from '../thoroughness.ts';
import { numbersIn } from '../unit/facts/numbers-in.ts';

/*
 * A decision in German names each number, moment and name that it names in English, and no other.
 */

const RUNS = shareOf(5_000);

const amount = fc
  .tuple(fc.nat(999_999), fc.nat(99))
  .map(([whole, part]) => (part === 0 ? `${whole}` : `${whole}.${part}5`));
const instant = fc.nat(999_999).map((s) => new Date(1.77e12 + s * 1_000).toISOString());
const label = fc.constantFrom('Cold storage', 'Bank "Zürich"', 'حساب');

const cap: fc.Arbitrary<CapFact | null> = fc.oneof(
  fc.constant(null),
  fc.record({ code: fc.constant('maximum' as const), maximum: amount }),
  fc.record({
    code: fc.constant('budget' as const),
    limit: fc.constantFrom('budget-24h', 'budget-30d'),
    cap: amount,
    spent: amount,
  }),
  fc.record({
    code: fc.constant('trade-limit' as const),
    scope: fc.constantFrom('one-trade', 'all-trades', 'own-trades'),
    cap: amount,
    currency: fc.constant('USD'),
    room: fc.record({ currency: fc.constant('BTC'), amount }),
  }),
  fc.record({
    code: fc.constant('bound' as const),
    limit: fc.constantFrom(
      ...(['floor-total', 'floor-currency', 'account-24h', 'account-30d'] as const),
      ...(['counterparty-24h', 'counterparty-30d', 'outflow-24h', 'first-payment'] as const),
    ),
    of: label,
    currency: fc.constant('EUR'),
    cap: amount,
    seen: fc.option(amount),
  }),
);

const allocation = fc.oneof(
  fc.constant({ kind: 'all', basis: 'surplus' } as const),
  amount.map((percent) => ({ kind: 'percentage', basis: 'surplus', percent }) as const),
  amount.map((fixed) => ({ kind: 'fixed', basis: 'amount', amount: fixed }) as const),
);

const sweep: fc.Arbitrary<SweepFact> = fc.record(
  {
    currency: fc.constant('BTC'),
    amount,
    holding: fc.record({ balance: amount, committed: amount, unbooked: amount }),
    keep: amount,
    allocation,
    step: amount,
    cap,
    parts: fc.array(
      fc.record({
        part: fc.integer({ min: 1, max: 3 }),
        to: label,
        amount,
        approval: fc.option(fc.record({ above: amount, unapproved: amount })),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    split: fc.constantFrom(null, 3),
    conversion: fc.record(
      {
        into: fc.constant('USD'),
        trade: fc.record({
          instrument: fc.constant('BTC/USD'),
          side: fc.constantFrom('buy', 'sell'),
          amount,
          price: amount,
          bid: amount,
          ask: amount,
        }),
      },
      { requiredKeys: ['into'] },
    ),
  },
  {
    requiredKeys: [
      ...(['currency', 'amount', 'holding', 'keep', 'allocation', 'step', 'cap'] as const),
      ...(['parts', 'split'] as const),
    ],
  },
) as fc.Arbitrary<SweepFact>;

const beside = {
  currency: fc.constant('BTC'),
  valued: fc.record(
    {
      threshold: fc.record({
        value: amount,
        in: fc.constant('USD'),
        amount,
        price: amount,
        path: fc.constant('direct' as const),
        instruments: fc.constantFrom([], ['BTC/USD'], ['BTC/EUR', 'EUR/USD']),
      }),
    },
    { requiredKeys: [] },
  ),
  missed: fc.option(
    fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      countedAll: fc.boolean(),
      first: instant,
      timeZone: fc.constantFrom('UTC', 'Europe/Zurich'),
      isReason: fc.boolean(),
    }),
  ),
};

const decision = fc.oneof(
  fc.record({ ...beside, code: fc.constant('sweep' as const), sweep }),
  fc.record({
    ...beside,
    code: fc.constant('no-sweep' as const),
    why: fc.constant({ limit: 'mode', code: 'dry-run', currency: 'BTC' } as const),
    otherwise: fc.option(sweep, { nil: undefined }),
  }),
) as fc.Arbitrary<DecisionFact>;

describe('a decision in German', () => {
  it('names what it names in English, and nothing else', () => {
    fc.assert(
      fc.property(decision, (decided) => {
        expect(numbersIn(decisionSentence(decided, 'de'))).toEqual(
          numbersIn(decisionSentence(decided)),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('is a sentence', () => {
    const decided: DecisionFact = {
      ...{ code: 'sweep', currency: 'BTC', valued: {}, missed: null },
      sweep: {
        ...{ currency: 'BTC', amount: '7.5', keep: '3', step: '0.5', split: null },
        holding: { balance: '20.5', committed: '2', unbooked: '0' },
        allocation: { kind: 'percentage', basis: 'surplus', percent: '50' },
        cap: null,
        parts: [{ part: 1, to: 'Cold storage', amount: '7.5', approval: null }],
      },
    };
    expect(sayDecision(decided, 'de')).toBe(
      'Auszahlung von 7,5 BTC an „Cold storage“: 50 % der 15,5 BTC über den behaltenen 3 BTC, abgerundet auf ein Vielfaches von 0,5; es bleiben 11 BTC neben 2 BTC bereits vorgemerkt.',
    );
  });
});
