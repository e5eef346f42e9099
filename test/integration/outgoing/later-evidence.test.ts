import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../thoroughness.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';
import { countedNow } from './claims-counted.ts';
import { countedSweep, placedTrade } from './outgoing-kinds.ts';
import { type Statement, UnknownOutcome } from './unknown-outcome.ts';

/*
 * A person's statement about an unknown outcome, and what the balances show after it.
 *
 * A statement holds while every movement up to what its person saw is what it saw, none of them has been dropped since, and no
 * later reading of a currency concerned moves in the direction of the request. A withdrawal: no fall. A trade: no fall of what it
 * pays, no rise of what it buys. A stated fill lapses with any movement, "executed" also when the amount comes back; where a
 * currency is no longer stated, no statement holds. With a deposit every few minutes, two people can settle.
 *
 * It keeps: nothing is sent twice, by the sandbox's own books; and no "not executed" gives back what did leave if a
 * reading between the two statements shows it. That two people say so after both have seen the fall, no rule keeps.
 */

const RUNS = shareOf(80);

type Step =
  | { readonly do: 'read'; readonly afterSeconds: number }
  | { readonly do: 'deposit' | 'debit'; readonly currency: string; readonly amount: string }
  | { readonly do: 'say'; readonly by: string; readonly executed: boolean };

const read = (seconds: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  seconds.map((afterSeconds) => ({ do: 'read', afterSeconds }));

const moved: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('deposit', 'debit'),
  currency: fc.constantFrom('BTC', 'BTC', 'USD', 'ETH'),
  // The very amounts that the requests take are among them.
  amount: fc.constantFrom('0.1', '0.5', '2.25', '0.001'),
});

const said: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('say'),
  by: fc.constantFrom('ada', 'bob', 'cy'),
  // Mostly the same, or they would seldom agree.
  executed: fc.constantFrom(false, false, false, true),
});

const world = fc.record({
  kind: fc.constantFrom('sweep', 'trade'),
  executed: fc.boolean(),
  /** When the balances show it. */
  bookedAfterSeconds: fc.constantFrom(0, 150, 350, 700),
  early: fc.array(fc.oneof(read(fc.constantFrom(30, 90)), moved, said), { maxLength: 4 }),
  late: fc.array(fc.oneof(read(fc.constantFrom(1, 60, 200)), moved, said, said), {
    minLength: 4,
    maxLength: 12,
  }),
});

const KINDS = { sweep: countedSweep, trade: placedTrade } as const;

describe('a statement about an unknown outcome', () => {
  it('holds while nothing speaks against it since, and settles on nothing else', async () => {
    let settled = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ kind, early, late, ...truth }) => {
        const unknown = await UnknownOutcome.of(KINDS[kind], truth);
        try {
          const quarantined: Step = { do: 'read', afterSeconds: 200 };
          for (const step of [...early, quarantined, ...late]) {
            if (!(await take(unknown, step))) break;
          }
          if (unknown.agreed !== null) settled += 1;
          await keepsItsPromises(unknown);
        } finally {
          await unknown.stop();
        }
      }),
      { numRuns: RUNS },
    );
    // The property is about those that were settled: there have to be some.
    expect(settled).toBeGreaterThan(RUNS / 10);
  });
});

/** False once it is settled. */
async function take(unknown: UnknownOutcome, step: Step): Promise<boolean> {
  switch (step.do) {
    case 'read':
      await unknown.read(step.afterSeconds);
      return true;
    case 'deposit':
    case 'debit':
      unknown.move(step.do, step.currency, step.amount);
      return true;
    case 'say': {
      const code = await unknown.say(step);
      expect(code, JSON.stringify(unknown.said)).toBe(unknown.said.at(-1)?.expected);
      return code !== 'settled';
    }
    default:
      return step satisfies never;
  }
}

/** What holds whatever was said. */
async function keepsItsPromises(unknown: UnknownOutcome): Promise<void> {
  const { treasury, outgoing, agreed } = unknown;
  expect(treasury.posts(outgoing.path)).toHaveLength(1);
  const released = agreed !== null && !agreed.executed;
  expect(countedNow(treasury)).toEqual(unknown.claims.sumOf(outgoing.id, released ? 0 : 1));
  if (released) expect(unknown.shownBetween()).toBe('nothing in the direction of the request');
  expect(await treasury.state(outgoing.id)).toBe(
    agreed === null ? 'unknown' : agreed.executed ? 'confirmed' : 'released',
  );
}

const notExecuted = (by: string): Statement => ({ by, executed: false });

/** A sweep of 2.25 BTC that left, and that no balance shows before 700 seconds are over. */
const hidden = () => UnknownOutcome.of(countedSweep, { executed: true, bookedAfterSeconds: 700 });

async function using(
  opening: Promise<UnknownOutcome>,
  test: (unknown: UnknownOutcome) => Promise<void>,
): Promise<void> {
  const unknown = await opening;
  try {
    await test(unknown);
  } finally {
    await unknown.stop();
  }
}

/** The request is of half of what is held: with 100, of 50. */
describe('100, a deposit of 30, a statement "not executed", and a reading of 80', () => {
  const stated = async (unknown: UnknownOutcome) => {
    await unknown.read(200);
    unknown.move('deposit', unknown.currency, '30');
    await unknown.read(30);
    expect(unknown.totals()).toEqual(['100', '130']);
    expect(await unknown.say(notExecuted('ada'))).toBe('proposed');
  };
  const half = () => UnknownOutcome.ofHalf({ executed: true, bookedAfterSeconds: 700 });

  it('give nothing back by a second statement: the first one no longer holds', () =>
    using(half(), async (unknown) => {
      await stated(unknown);
      await unknown.read(600);
      expect(unknown.totals()).toEqual(['100', '130', '80']);
      expect(await unknown.say(notExecuted('bob'))).toBe('proposed');
      await keepsItsPromises(unknown);
    }));

  it('give nothing back where the reading is the one that the second statement is weighed on', () =>
    using(half(), async (unknown) => {
      await stated(unknown);
      unknown.treasury.pass(600);
      expect(await unknown.say(notExecuted('bob'))).toBe('reading-differs');
      await keepsItsPromises(unknown);
    }));

  it('give nothing back where the fall was read between two rounds of the watchdog', () =>
    using(half(), async (unknown) => {
      await stated(unknown);
      unknown.treasury.pass(600);
      await unknown.treasury.snapshot();
      unknown.move('deposit', unknown.currency, '50');
      expect(await unknown.say(notExecuted('bob'))).toBe('reading-differs');
      await keepsItsPromises(unknown);
    }));
});

describe('a statement "not executed" of a withdrawal', () => {
  it('does not outlive a fall of less than the request', () =>
    using(hidden(), async (unknown) => {
      await unknown.read(200);
      await unknown.say(notExecuted('ada'));
      unknown.move('debit', 'BTC', '0.1');
      await unknown.read(30);
      expect(await unknown.say(notExecuted('bob'))).toBe('proposed');
    }));

  it('does not outlive a fall that a deposit made good again', () =>
    using(hidden(), async (unknown) => {
      await unknown.read(200);
      await unknown.say(notExecuted('ada'));
      await unknown.read(600);
      unknown.move('deposit', 'BTC', '2.25');
      await unknown.read(30);
      expect(unknown.totals()).toEqual(['3.25', '1', '3.25']);
      expect(await unknown.say(notExecuted('bob'))).toBe('proposed');
    }));

  it('is deceived by a fall that a deposit hides from every reading: people have the books of the service', () =>
    using(hidden(), async (unknown) => {
      await unknown.read(200);
      await unknown.say(notExecuted('ada'));
      unknown.move('deposit', 'BTC', '2.25');
      await unknown.read(600);
      expect(await unknown.say(notExecuted('bob'))).toBe('settled');
    }));

  it('outlives what happens in a currency that it is not about', () =>
    using(hidden(), async (unknown) => {
      await unknown.read(200);
      await unknown.say(notExecuted('ada'));
      unknown.move('deposit', 'USD', '1000');
      unknown.move('debit', 'ETH', '0.1');
      await unknown.read(30);
      expect(await unknown.say(notExecuted('bob'))).toBe('settled');
    }));

  it('outlives a deposit', () =>
    using(hidden(), async (unknown) => {
      await unknown.read(200);
      await unknown.say(notExecuted('ada'));
      unknown.move('deposit', 'BTC', '0.5');
      await unknown.read(30);
      expect(await unknown.say(notExecuted('bob'))).toBe('settled');
    }));

  it('of two people outlives a deposit in every five minutes', () =>
    using(hidden(), async (unknown) => {
      await unknown.read(200);
      for (const by of ['ada', 'bob']) {
        unknown.move('deposit', 'BTC', '0.1');
        await unknown.read(30);
        await unknown.say(notExecuted(by));
      }
      expect(unknown.agreed).not.toBeNull();
    }));
});

/** Sells 0.1 BTC for dollars: it left, and no balance shows it before 700 seconds are over. */
const hiddenTrade = () =>
  UnknownOutcome.of(placedTrade, { executed: true, bookedAfterSeconds: 700 });

describe('a statement about a trade', () => {
  it.each([
    ['a fall of what it pays', 'debit', 'BTC'],
    ['a rise of what it buys', 'deposit', 'USD'],
  ] as const)('"not executed" does not outlive %s', (_what, way, currency) =>
    using(hiddenTrade(), async (unknown) => {
      await unknown.read(200);
      await unknown.say(notExecuted('ada'));
      unknown.move(way, currency, '0.5');
      await unknown.read(30);
      expect(await unknown.say(notExecuted('bob'))).toBe('proposed');
    }),
  );

  it.each([
    ['a rise of what it pays', 'deposit', 'BTC'],
    ['a fall of what it buys', 'debit', 'USD'],
  ] as const)('"executed", with a fill, does not outlive %s', (_what, way, currency) =>
    using(hiddenTrade(), async (unknown) => {
      await unknown.read(200);
      await unknown.say({ by: 'ada', executed: true });
      unknown.move(way, currency, '0.5');
      await unknown.read(30);
      expect(await unknown.say({ by: 'bob', executed: true })).toBe('proposed');
    }),
  );

  it.each([
    ['a rise of what it pays', 'deposit', 'BTC'],
    ['a fall of what it buys', 'debit', 'USD'],
  ] as const)('"not executed" outlives %s', (_what, way, currency) =>
    using(hiddenTrade(), async (unknown) => {
      await unknown.read(200);
      await unknown.say(notExecuted('ada'));
      unknown.move(way, currency, '0.5');
      await unknown.read(30);
      expect(await unknown.say(notExecuted('bob'))).toBe('settled');
    }),
  );
});

describe('a settlement that two people made wrongly', () => {
  it('sends the same request no second time: what follows is decided anew, on what is held by then', () =>
    using(hidden(), async (unknown) => {
      await unknown.read(200);
      await unknown.say(notExecuted('ada'));
      expect(await unknown.say(notExecuted('bob'))).toBe('settled');
      await unknown.outgoing.send();
      expect(unknown.treasury.posts()).toHaveLength(1);
      expect(
        await unknown.treasury.ledger.readInstruction(TENANT, unknown.outgoing.id),
      ).toMatchObject({ status: { state: 'released', by: ['ada', 'bob'] } });
    }));
});
