import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Break } from '../../treasury/ledger/break.ts';
import { ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';
import { sealedPiece } from '../../treasury/sealing/policy-seals.ts';
import { TENANT } from '../samples/snapshots.ts';
import { hmacSeals } from '../seals/hmac-seals.ts';
import { shareOf } from '../thoroughness.ts';
import { MATCHING_EPOCH, type PlantedBooks } from '../unit/reconciliation/planted-books.ts';
import { START } from '../unit/reconciliation/samples.ts';
import { anyWorld, injected, run, snapshotsOf, world } from './reconciliation-world.ts';

/*
 * The same world twice, with matching rules and without: they explain, and change nothing else.
 */

const STANDS = { enabled: true, version: 1, activeSince: START } as const;
const FEE: MatchingRule = {
  ...STANDS,
  id: 'fees',
  label: 'Fees',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  maximum: '0.01',
  per24Hours: '0.011',
};
const DEPOSITS: MatchingRule = {
  ...STANDS,
  id: 'deposits',
  label: 'Deposits',
  kind: 'deposit',
  direction: 'inflow',
  currency: 'ETH',
};

async function sealed(): Promise<readonly MatchingRule[]> {
  const here = { tenant: TENANT, epoch: MATCHING_EPOCH };
  const seal = (item: MatchingRule) =>
    sealedPiece(hmacSeals, here, { kind: 'matching-rule', item } as const, START);
  return (await Promise.all([FEE, DEPOSITS].map(seal))).map(({ item }) => item);
}

const bare = (books: PlantedBooks) => books.current().map(({ version: _, ...rest }) => rest);
const matched = ({ breaks }: PlantedBooks) =>
  [...breaks.values()].filter(({ status }) => status.state === 'matched');
const seenOf = ({ id, amount, direction, mayBe }: Break) => ({ id, amount, direction, mayBe });

describe('books with matching rules', () => {
  it('hold the same movements, claims and differences as books without: a class is evidence of nothing', async () => {
    const rules = await sealed();
    let explained = 0;
    await fc.assert(
      fc.asyncProperty(anyWorld, fc.integer({ min: 0, max: 6 }), async (given, settleBefore) => {
        const without = await run(given, settleBefore);
        const books = await run(given, settleBefore, rules);
        expect(bare(books)).toEqual(bare(without));
        expect(books.windows).toEqual(without.windows);
        expect(books.pendingClaims).toEqual(without.pendingClaims);
        expect(books.instructions).toEqual(without.instructions);
        expect([...books.breaks.values()].map(seenOf)).toEqual(
          [...without.breaks.values()].map(seenOf),
        );
        for (const each of books.breaks.values()) {
          const state = without.breaks.get(each.id)?.status.state;
          if (each.status.state === 'matched') expect(state).toBe('open');
          else expect(each.status.state).toBe(state);
        }
        explained += matched(books).length;
      }),
      { numRuns: shareOf(120) },
    );
    expect(explained).toBeGreaterThan(0);
  });

  it('explain what others moved, to the last digit, and never a part of a request', async () => {
    const rules = await sealed();
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 0, max: 6 }), async (given, settleBefore) => {
        const books = await run(given, settleBefore, rules);
        const truth = injected(given, snapshotsOf(given));
        for (const { snapshot, currency, amount } of matched(books)) {
          expect(truth[`${snapshot} ${currency}`]).toBe(amount);
        }
      }),
      { numRuns: shareOf(120) },
    );
  });

  it('account for every change of a balance: known movements, classes and breaks add up to it', async () => {
    const rules = await sealed();
    await fc.assert(
      fc.asyncProperty(anyWorld, async (given) => {
        const books = await run(given, 3, rules);
        const breaks = new Map(
          [...books.breaks.values()].map((each) => [`${each.snapshot} ${each.currency}`, each]),
        );
        for (const {
          snapshot,
          currency,
          opening,
          closing,
          movements,
          unexplained,
        } of books.current()) {
          const known = movements.reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
          const found = breaks.get(`${snapshot} ${currency}`);
          const rest = unexplained === '0' ? ZERO : decimalOf(found?.amount ?? '0');
          const sum = decimalOf(opening).plus(known).plus(rest);
          expect(sum.equals(decimalOf(closing))).toBe(true);
        }
      }),
      { numRuns: shareOf(60) },
    );
  });
});
