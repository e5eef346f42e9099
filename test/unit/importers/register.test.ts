import { describe, expect, it } from 'vitest';
import { type ReadDocument, Register } from '../../importers/register.ts';

/* The register finds each kind of break: what it does not say of two years of documents is not in them. */

type Entry = ReadDocument['entries'][number];

const entry = (
  reference: string | null,
  amount: string,
  status: string | null = 'BOOK',
): Entry => ({
  ...{ reference, amount, status },
});

/** A report of 10.00 EUR: one booked entry of 5.00, one pending of 1.00. */
const REPORT: ReadDocument = {
  ...{ account: 'main-EUR', currency: 'EUR', key: 'report-1' },
  balances: { OPBD: '10.00', ITBD: '15.00', ITAV: '16.00' },
  entries: [entry('E-1', '5.00'), entry('E-2', '1.00', 'PDNG')],
};

const STATEMENT: ReadDocument = {
  ...{ account: 'main-EUR', currency: 'EUR', key: 'statement-1' },
  balances: { OPBD: '10.00', CLBD: '13.00' },
  entries: [entry('E-1', '5.00'), entry('E-3', '-2.00')],
};

const NEXT: ReadDocument = {
  ...{ account: 'main-EUR', currency: 'EUR', key: 'statement-2' },
  balances: { OPBD: '13.00', CLBD: '13.00' },
  entries: [],
};

/** A name that begins with "statement" is one; another is a report. */
function taken(...documents: readonly (readonly [string, ReadDocument])[]): Register {
  const register = new Register();
  for (const [name, document] of documents) {
    const month = name.endsWith('2') ? '2026-04' : '2026-03';
    register.take(name, document, { month, isStatement: name.startsWith('statement') });
  }
  return register;
}

const breaksOf = (...documents: readonly (readonly [string, ReadDocument])[]) =>
  taken(...documents).breaks;

describe('a register of bank statements', () => {
  it('books each entry once from reports and statements, also of what is delivered again', () => {
    const months = [
      ['report', REPORT],
      ['statement', STATEMENT],
      ['statement 2', NEXT],
    ] as const;
    const register = taken(...months, ...months);
    expect(register).toMatchObject({ breaks: [], entries: 2, unbooked: 0 });
  });

  it('books nothing from a report of which no reference or status is kept', () => {
    const entries = REPORT.entries.map(({ amount }) => entry(null, amount, null));
    const report = { ...REPORT, entries, balances: { OPBD: '10.00' } };
    const register = taken(['report', report], ['statement', STATEMENT]);
    expect(register).toMatchObject({ breaks: [], entries: 2, unbooked: 1 });
  });

  it.each([
    [
      'a reference twice in one document',
      { ...STATEMENT, entries: [...STATEMENT.entries, entry('E-3', '0.00')] },
      ['statement: E-3 stands in it twice', 'statement: E-3 was booked as -2, and is 0.00 now'],
    ],
    [
      'an entry that was booked and is gone',
      { ...STATEMENT, entries: [entry('E-4', '5.00'), entry('E-3', '-2.00')] },
      [
        'statement: E-1 was booked, and the statement does not name it',
        'statement: 18 is booked in all, and it closes with 13.00',
      ],
    ],
    [
      'an entry that is of another amount',
      { ...STATEMENT, entries: [entry('E-1', '4.00'), entry('E-3', '-1.00')] },
      [
        'statement: E-1 was booked as 5, and is 4.00 now',
        'statement: 14 is booked in all, and it closes with 13.00',
      ],
    ],
    [
      'an entry without a reference',
      { ...STATEMENT, entries: [entry('E-1', '5.00'), entry(null, '-2.00')] },
      [
        'statement: an entry of -2.00 has no reference',
        'statement: 15 is booked in all, and it closes with 13.00',
      ],
    ],
    [
      'a pending entry in a statement, booked before',
      { ...STATEMENT, entries: [entry('E-1', '5.00', 'PDNG'), entry('E-3', '3.00')] },
      [
        'statement: E-1 was booked, and is pending again',
        'statement: a statement has pending entries',
        'statement: E-1 was booked, and the statement does not name it',
        'statement: 18 is booked in all, and it closes with 13.00',
      ],
    ],
    [
      'balances that the entries do not lead to',
      { ...STATEMENT, balances: { OPBD: '10.00', CLBD: '17.00' } },
      [
        'statement: opening and entries make 13, and CLBD is 17.00',
        'statement: 13 is booked in all, and it closes with 17.00',
      ],
    ],
    [
      'amounts of other digits than the currency has',
      { ...STATEMENT, balances: { OPBD: '10.00', CLBD: '13' } },
      ['statement: 13 does not have the 2 digits of EUR'],
    ],
    [
      'no opening balance',
      { ...STATEMENT, balances: { CLBD: '13.00' } },
      ['statement: it has no opening balance'],
    ],
    [
      'no closing balance',
      { ...STATEMENT, balances: { OPBD: '10.00' } },
      ['statement: it has no closing balance'],
    ],
    ['what its own schema says', { ...STATEMENT, problems: ['order'] }, ['statement: order']],
    [
      'a deduplication that drops an entry',
      { ...STATEMENT, fresh: 1 },
      ['statement: its own deduplication lets 1 entries through, and 2 are new'],
    ],
  ])('says %s', (_, statement, breaks) => {
    expect(breaksOf(['report', REPORT], ['statement', statement])).toEqual(breaks);
  });

  it('says a month that does not open with what the one before closed with', () => {
    const other = { ...NEXT, balances: { OPBD: '12.00', CLBD: '12.00' } };
    expect(breaksOf(['statement', STATEMENT], ['statement 2', other])).toEqual([
      'statement 2: it opens with 12.00, and the statement before closed with 13',
      'statement 2: 13 is booked in all, and it closes with 12.00',
    ]);
  });

  it('says a report whose pending entries stand as booked, or do not lead to what is available', () => {
    const entries = REPORT.entries.map((each) => ({ ...each, status: 'BOOK' }));
    expect(breaksOf(['report', { ...REPORT, entries }], ['statement', STATEMENT])).toEqual([
      'report: opening and entries make 16, and ITBD is 15.00',
      'statement: E-2 was booked, and the statement does not name it',
      'statement: 14 is booked in all, and it closes with 13.00',
    ]);
    const wrong = { ...REPORT, entries: [entry('E-1', '5.00'), entry('E-2', '2.00', 'PDNG')] };
    expect(breaksOf(['report', wrong])).toEqual([
      'report: opening and entries make 17, and ITAV is 16.00',
    ]);
  });
});
