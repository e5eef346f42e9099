import { describe, expect, it } from 'vitest';
import { renderCsv } from '../../../reporting/formats/csv.ts';
import { partOf } from '../../../reporting/formats/report.ts';
import { journalReport } from '../../../reporting/registers/journal.ts';
import { frozen } from '../../../treasury/statements/build-statement.ts';
import { generalLedgerOf } from '../../../treasury/statements/general-ledger.ts';
import { journalOf } from '../../../treasury/statements/journal.ts';
import { MARCH } from './golden-month.ts';

/*
 * The journal is made with the codes of now, also that of a frozen month. Which codes these were is said by a digest.
 */

const FROZEN = frozen({ ...MARCH, digest: null, frozenAt: null }, '2026-04-03T00:00:00.000Z');
const CODES = { trades: '2100', suspense: '9999', kinds: { deposit: '4000', fee: '6510' } };
const ACCOUNTS = [
  { id: 'a1', generalLedgerCode: '1100' },
  { id: 'b2', generalLedgerCode: '1200' },
];
const RULES = [{ id: 'fees', generalLedgerCode: '6600' }];

const journalWith = (
  ledger: ReturnType<typeof generalLedgerOf>,
  createdAt = '2026-05-01T00:00:00.000Z',
) => journalOf({ statement: FROZEN, ledger, facts: new Map(), revaluation: true, createdAt });

const GIVEN = journalWith(generalLedgerOf(CODES, ACCOUNTS, RULES));

describe('the codes of a frozen month', () => {
  it('are named by a digest in the journal itself, beside that of the statement', async () => {
    let text = '';
    for await (const piece of renderCsv(
      partOf(journalReport(GIVEN, 'frozen', '2026-05-01T00:00:00.000Z'), 'about'),
    )) {
      text += piece;
    }
    expect(text).toContain(`digest of the statement (SHA-256),${FROZEN.digest}`);
    expect(text).toContain(`digest of the codes (SHA-256),${GIVEN.codesDigest}`);
    expect(GIVEN.codesDigest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('have the same digest whenever and in whatever order they are read', () => {
    const { kinds, ...rest } = CODES;
    const turned = generalLedgerOf(
      { kinds: { fee: kinds.fee, deposit: kinds.deposit }, ...rest },
      ACCOUNTS.toReversed(),
      RULES,
    );
    expect(journalWith(turned, '2026-07-01T00:00:00.000Z').codesDigest).toBe(GIVEN.codesDigest);
  });

  it.each([
    [
      'a kind',
      generalLedgerOf({ ...CODES, kinds: { ...CODES.kinds, fee: '6511' } }, ACCOUNTS, RULES),
    ],
    ['trades', generalLedgerOf({ ...CODES, trades: '2101' }, ACCOUNTS, RULES)],
    ['what is held', generalLedgerOf({ ...CODES, holdings: { BTC: '1001' } }, ACCOUNTS, RULES)],
    ['an account', generalLedgerOf(CODES, [{ id: 'a1', generalLedgerCode: '1101' }], RULES)],
    ['a class', generalLedgerOf(CODES, ACCOUNTS, [{ id: 'fees', generalLedgerCode: '6601' }])],
  ])('have another digest once that of %s is corrected; no amount changes', (_, ledger) => {
    const corrected = journalWith(ledger);
    expect(corrected.codesDigest).not.toBe(GIVEN.codesDigest);
    expect(corrected.statementDigest).toBe(FROZEN.digest);
    const bare = ({ lines }: typeof GIVEN) =>
      lines.map(({ account: _account, isSuspense: _suspense, ...line }) => line);
    expect(bare(corrected)).toEqual(bare(GIVEN));
    const ties = ({ balances }: typeof GIVEN) => balances.map(({ account: _, ...each }) => each);
    expect(ties(corrected)).toEqual(ties(GIVEN));
  });

  it('move to the corrected account alone what was booked against the old one', () => {
    const corrected = journalWith(generalLedgerOf({ ...CODES, trades: '2101' }, ACCOUNTS, RULES));
    const moved = GIVEN.lines.filter(
      ({ account }, index) => account !== corrected.lines[index]?.account,
    );
    expect(moved.length).toBeGreaterThan(0);
    expect(new Set(moved.map(({ kind, account }) => `${kind} ${account}`))).toEqual(
      new Set(['trade 2100']),
    );
  });
});
