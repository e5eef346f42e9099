import { describe, expect, it } from 'vitest';
import { frozen } from '../../../treasury/statements/build-statement.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import { Books } from '../../importers/books.ts';
import { beancountText, hledgerText } from '../../importers/plain-text-accounting.ts';
import type { Fetched } from '../../importers/two-years.ts';
import { filledMarch } from '../statements/filled-month.ts';

const AT = '2026-04-03T00:00:00.000Z';
const fetched = (statement: Statement): Fetched => ({
  ...{ month: '2026-03', timeZone: 'UTC', at: AT, statement },
});

/** The hand-made month, whose first movement of BTC is changed. */
async function march(change: Partial<Statement['currencies'][number]['movements'][number]> = {}) {
  const statement = await filledMarch();
  const currencies = statement.currencies.map((each) => ({
    ...each,
    movements: each.movements.map((movement, index) =>
      each.currency === 'BTC' && index === 0 ? { ...movement, ...change } : movement,
    ),
  }));
  return { ...statement, currencies };
}

describe('books that are kept from journals', () => {
  it('have what a report said is booked once, and then the rest from the statement', async () => {
    const statement = await march();
    const books = new Books();
    books.take('report', fetched(statement));
    const before = books.entries;
    books.take('statement', fetched(frozen(statement, AT)));
    books.take('statement', fetched(frozen(statement, AT)));
    expect(books.breaks).toEqual([]);
    // Two price changes are pending until the month is frozen.
    expect(books.entries - before).toBe(2);
  });

  it('say an entry that became another one after it was booked, or is gone', async () => {
    const books = new Books();
    books.take('report', fetched(await march()));
    const explained = {
      explanation: { kind: 'interest' as const },
      snapshot: '2026-03-05T09:00:00.000Z',
    };
    const amount = { ...explained, value: '1' };
    books.take('statement', fetched(frozen(await march(amount), AT)));
    expect(books.breaks).toEqual([
      expect.stringMatching(/^statement: E-\w+ was booked otherwise before$/),
    ]);
    const moved = new Books();
    moved.take('report', fetched(await march()));
    moved.take(
      'statement',
      fetched(frozen(await march({ snapshot: '2026-03-05T10:00:00.000Z' }), AT)),
    );
    expect(moved.breaks).toEqual([
      expect.stringMatching(/^statement: E-\w+ was booked, and the journal does not name it$/),
    ]);
  });

  it('are text that hledger and beancount read: declared, balanced, claimed', async () => {
    const books = new Books();
    books.take('statement', fetched(frozen(await march(), AT)));
    const asOf = books.asOf(null);
    const hledger = hledgerText(asOf);
    expect(hledger).toContain('commodity "BTC"');
    expect(hledger).toContain('account Assets:Amounts:HOLDINGS-BTC');
    expect(hledger).toMatch(
      /2026-03-05 \* \(E-\w+\) inflow BTC\n {4}Assets:Amounts:HOLDINGS-BTC {2}0\.75 "BTC"\n {4}Assets:Values:HOLDINGS-BTC {2}46500\.1875 "USD"\n/,
    );
    expect(hledger).toContain('Assets:Amounts:HOLDINGS-BTC  0 "BTC" = 0.99999999 "BTC"');
    const beancount = beancountText(asOf);
    expect(beancount).toContain('2000-01-01 open Assets:Amounts:HOLDINGS-BTC');
    expect(beancount).toMatch(
      /2026-03-05 \* "inflow BTC" \^E-\w+\n {2}Assets:Amounts:HOLDINGS-BTC {2}0\.75 BTC\n/,
    );
    expect(beancount).toContain(
      '2026-04-01 balance Assets:Amounts:HOLDINGS-BTC  0.99999999 ~ 0 BTC',
    );
  });
});
