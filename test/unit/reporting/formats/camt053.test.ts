import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CamtAccount, VALUED } from '../../../../reporting/formats/camt053/account.ts';
import { renderCamt053 } from '../../../../reporting/formats/camt053/render.ts';
import { Decimal } from '../../../../treasury/money/decimal.ts';
import type { Statement } from '../../../../treasury/statements/statement.ts';
import { totalsOf, valueTieOf } from '../../../../treasury/statements/value-tie.ts';
import { MARCH as GOLDEN_MARCH } from '../../statements/golden-month.ts';
import { all, checkCamt, type Element, textsOf } from './camt053-schema.ts';
import { MARCH, movement } from './sample-statement.ts';

const NOW = '2026-04-02T08:00:00.000Z';
const OPEN: Statement = { ...MARCH, digest: null, frozenAt: null };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function rendered(statement: Statement): string {
  return [...renderCamt053(statement, NOW)].join('');
}

function account(statement: Statement, change: Partial<CamtAccount>): string {
  return [...renderCamt053(statement, NOW, { ...VALUED, ...change })].join('');
}

function statementOf(xml: string): Element {
  const { root, problems } = checkCamt(xml);
  expect(problems).toEqual([]);
  const [statement] = [...all(root, 'BkToCstmrStmt/Stmt'), ...all(root, 'BkToCstmrAcctRpt/Rpt')];
  if (statement === undefined) throw new Error('there is no statement');
  return statement;
}

/** Signed amounts of the elements, from their unsigned text and their direction. */
function signed(elements: readonly Element[]): readonly Decimal[] {
  return elements.map((element) => {
    const [amount = ''] = textsOf(element, 'Amt');
    return new Decimal(amount).times(textsOf(element, 'CdtDbtInd')[0] === 'DBIT' ? -1 : 1);
  });
}

function expectToAddUp(statement: Element): void {
  const [opening = new Decimal(NaN), ...closings] = signed(all(statement, 'Bal'));
  const reachedBy = (entries: readonly Element[]) =>
    signed(entries).reduce((sum, entry) => sum.plus(entry), opening);
  const entries = all(statement, 'Ntry');
  const booked = entries.filter((entry) => textsOf(entry, 'Sts/Cd')[0] === 'BOOK');
  // An importer that books what is booked alone reaches the booked balance; the last one is with what is pending.
  expect(reachedBy(booked).toFixed()).toBe(closings[0]?.toFixed());
  expect(reachedBy(entries).toFixed()).toBe(closings.at(-1)?.toFixed());
}

/** Revaluations and totals worked out from the values, as a statement has them. */
function withTotals(statement: Statement): Statement {
  const currencies = statement.currencies.map(({ reconciling: _, ...each }) => ({
    ...each,
    ...valueTieOf(each),
  }));
  return { ...statement, currencies, totals: totalsOf(currencies) };
}

describe('camt.053', () => {
  test('March, worked out by hand, entry by entry, and the rounding that is left', () => {
    const statement = statementOf(rendered(MARCH));
    expect(textsOf(statement, 'Bal/Tp/CdOrPrtry/Cd')).toEqual(['OPBD', 'CLBD']);
    // 120100.205 lies between two even-odd neighbours: half-even gives .20, not .21.
    expect(textsOf(statement, 'Bal/Amt')).toEqual(['120100.20', '80110.37']);
    expect(signed(all(statement, 'Ntry')).map((amount) => amount.toFixed(2))).toEqual([
      '30500.17', // 30500.1665
      '-77500.01', // -77500.0125
      '6999.90', // 6999.896
      '10.12', // 10.115, half-even
      '0.00',
      '0.00', // not valued
      '0.00',
      // 120100.20 + 30500.17 - 77500.01 + 6999.90 + 10.12 = 80110.38, which is 0.01 too much
      '-0.01',
    ]);
    expectToAddUp(statement);
    expect(textsOf(statement, 'TxsSummry/TtlNtries/NbOfNtries')).toEqual(['8']);
    expect(textsOf(statement, 'TxsSummry/TtlNtries/Sum')).toEqual(['115010.21']);
    expect(textsOf(statement, 'TxsSummry/TtlNtries/TtlNetNtry/Amt')).toEqual(['39989.83']);
    expect(textsOf(statement, 'TxsSummry/TtlNtries/TtlNetNtry/CdtDbtInd')).toEqual(['DBIT']);
    expect(textsOf(statement, 'TxsSummry/TtlCdtNtries/Sum')).toEqual(['37510.19']);
    expect(textsOf(statement, 'TxsSummry/TtlDbtNtries/Sum')).toEqual(['77500.02']);
  });

  test('the exact native amounts and balances are carried beside the entries', () => {
    const statement = statementOf(rendered(MARCH));
    const quantities = all(statement, 'Ntry/NtryDtls/TxDtls/RltdQties/Prtry').map((each) =>
      [...textsOf(each, 'Tp'), ...textsOf(each, 'Qty')].join(' '),
    );
    expect(quantities).toEqual([
      'BTC 0.5',
      'BTC -1.25',
      'opening BTC 2',
      'closing BTC 1.25',
      'USD 10.115',
      'opening USD 100.005',
      'closing USD 110.12',
      'XYZ -2.000000000000000001',
      'opening XYZ 5',
      'closing XYZ 2.999999999999999999',
    ]);
    const exactly = textsOf(statement, 'Ntry/NtryDtls/TxDtls/AddtlTxInf');
    expect(exactly[1]).toBe('-1.25 BTC at 62000.01 USD: exactly -77500.0125 USD');
    expect(exactly[5]).toBe('-2.000000000000000001 XYZ; not valued: there was no price');
    expect(exactly[7]).toMatch(
      /^-0\.01 USD: every amount .* rounded by itself, half-even, to 2 digits/,
    );
  });

  test('days are those of the statement, and booking dates lie within it', () => {
    const statement = statementOf(rendered(MARCH));
    expect(textsOf(statement, 'Bal/Dt/Dt')).toEqual(['2026-03-01', '2026-03-31']);
    // Seen in the snapshot of the very midnight that ends the month: still a booking of March.
    expect(textsOf(statement, 'Ntry/BookgDt/Dt')[1]).toBe('2026-03-31');
    expect(textsOf(statement, 'Ntry/ValDt/Dt').slice(0, 2)).toEqual(['2026-03-10', '2026-03-31']);
    expect(textsOf(statement, 'FrToDt/FrDtTm')).toEqual(['2026-02-28T23:00:00.000Z']);
    expect(textsOf(statement, 'FrToDt/ToDtTm')).toEqual(['2026-03-31T21:59:59.999Z']);
  });

  test('who stands behind an entry is in it whole, whatever the length', () => {
    const about = { code: 'withdrawal', accountLabel: `${'🙂'.repeat(200)}\u0007end` } as const;
    const long = movement({
      kind: 'inflow',
      at: NOW,
      amount: '1',
      price: '1',
      value: '1',
      about,
    });
    const [first, ...others] = MARCH.currencies;
    if (first === undefined) throw new Error('there is a first currency');
    const currencies = [{ ...first, movements: [...first.movements, long] }, ...others];
    const statement = statementOf(rendered(withTotals({ ...MARCH, currencies })));
    const lines = all(statement, 'Ntry').map((entry) =>
      textsOf(entry, 'NtryDtls/TxDtls/RmtInf/Ustrd').join(''),
    );
    expect(lines[0]).toBe('description: =invoice 4711 <paid> & "done"');
    expect(lines[1]).toBe(
      'instruction: sweep-btc-cold-20260331T215500Zreference: INV/2026-0117asked by: rule btc-coldapproved by: ada, gracedescription: Cold storage',
    );
    expect(lines[2]).toBe(`description: ${'🙂'.repeat(200)}⟨U+0007⟩end`);
    // An id of 46 characters is too long for a reference: its beginning, and 12 digits of its SHA-256.
    expect(textsOf(statement, 'Ntry/NtryDtls/TxDtls/Refs/InstrId')).toEqual([
      'sweep-btc-cold-20260331T215500Z',
      `trade-${'7'.repeat(16)}-${sha256(`trade-${'7'.repeat(40)}`).slice(0, 12)}`,
    ]);
    expect(lines.join()).toContain(`instruction: trade-${'7'.repeat(40)}`);
  });

  test('a frozen month is the same file for ever, an open one says that it may change', () => {
    expect([...renderCamt053(MARCH, '2027-01-01T00:00:00.000Z')].join('')).toBe(rendered(MARCH));
    const open = statementOf(rendered(OPEN));
    expect(textsOf(open, 'Bal/Tp/CdOrPrtry/Cd')).toEqual(['OPBD', 'ITBD', 'ITAV']);
    expect(textsOf(open, 'CreDtTm')).toEqual([NOW]);
  });

  test('what may still change in an open month is pending, and so is no booked balance', () => {
    const open = statementOf(rendered(OPEN));
    expect(textsOf(open, 'Ntry/Sts/Cd')).toEqual([
      'BOOK', // the inflow that people explained
      'PDNG', // the withdrawal: the last reading shows it, and a late one may divide that
      'PDNG', // what prices did
      'BOOK', // the trade
      'PDNG',
      'PDNG', // the unexplained difference
      'PDNG',
      'PDNG', // rounding
    ]);
    expectToAddUp(open);
    expect(new Set(textsOf(statementOf(rendered(MARCH)), 'Ntry/Sts/Cd'))).toEqual(
      new Set(['BOOK']),
    );
    // What is booked has the reference that it keeps when the month is frozen.
    const kept = textsOf(statementOf(rendered(MARCH)), 'Ntry/NtryRef');
    const booked = all(open, 'Ntry').filter((each) => textsOf(each, 'Sts/Cd')[0] === 'BOOK');
    expect(kept).toEqual(
      expect.arrayContaining(booked.flatMap((each) => textsOf(each, 'NtryRef'))),
    );
  });

  test('a movement at the end of a month has one reference in every time zone', () => {
    const references = (timeZone: string, month: string) =>
      textsOf(statementOf(rendered({ ...MARCH, timeZone, month })), 'Ntry/NtryRef').slice(0, 2);
    expect(references('Pacific/Auckland', '2026-04')).toEqual(references('UTC', '2026-03'));
  });

  test('a month that is not frozen is an account report, camt.052, not a statement', () => {
    const { root, problems } = checkCamt(rendered(OPEN));
    expect(problems).toEqual([]);
    expect(all(root, 'BkToCstmrAcctRpt/Rpt')).toHaveLength(1);
    expect(rendered(OPEN)).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"');
    expect(rendered(OPEN)).not.toContain('BkToCstmrStmt');
  });

  test('references are of what happened: another movement before it changes none', () => {
    const references = (statement: Statement) =>
      textsOf(statementOf(rendered(withTotals(statement))), 'Ntry/AcctSvcrRef');
    const [first, ...others] = OPEN.currencies;
    if (first === undefined) throw new Error('there is a first currency');
    const at = '2026-03-02T09:00:00.000Z';
    const early = movement({ kind: 'inflow', at, amount: '1', price: '1', value: '1' });
    const closing = { ...first.closing, snapshot: '2026-03-31T21:55:00.000Z', value: '80001.25' };
    const more = { ...first, movements: [early, ...first.movements], closing };
    const before = references(OPEN);
    const after = references({ ...OPEN, currencies: [more, ...others] });
    expect(new Set(after).size).toBe(after.length);
    expect(before.filter((each) => !after.includes(each))).toEqual([]);
    // The same movements, once the month is frozen, and on the days of another zone.
    const movedBy = (refs: readonly string[]) => refs.filter((each) => before.includes(each));
    expect(movedBy(references(MARCH))).toHaveLength(4);
    expect(movedBy(references({ ...OPEN, timeZone: 'UTC' }))).toHaveLength(4);
  });

  test('a difference keeps its reference when a person names it', () => {
    const named = (kind: 'unexplained' | 'outflow', comment: string | null): Statement => {
      const about =
        comment === null ? null : ({ code: 'explained', kind: 'fee', comment } as const);
      const [btc, usd, xyz] = OPEN.currencies;
      if (btc === undefined || usd === undefined || xyz === undefined) throw new Error('three');
      const movements = xyz.movements.map((each) => ({ ...each, kind, about }));
      return { ...OPEN, currencies: [btc, usd, { ...xyz, movements }] };
    };
    const reference = (statement: Statement) =>
      textsOf(statementOf(rendered(statement)), 'Ntry/AcctSvcrRef')[5];
    expect(reference(named('outflow', 'paid'))).toBe(reference(named('unexplained', null)));
  });

  test('one movement that two snapshots show has two references', () => {
    const [first, ...others] = OPEN.currencies;
    if (first === undefined) throw new Error('there is a first currency');
    const movements = [...first.movements, ...first.movements];
    const twice = { ...OPEN, currencies: [{ ...first, movements }, ...others] };
    const references = textsOf(statementOf(rendered(withTotals(twice))), 'Ntry/AcctSvcrRef');
    expect(new Set(references).size).toBe(references.length);
  });

  test('zone and state are in the ids: no two reports of a month share one, nor a number', () => {
    const idsOf = (statement: Statement, at = NOW) => {
      const report = statementOf([...renderCamt053(statement, at)].join(''));
      return [textsOf(report, 'Id')[0], textsOf(report, 'ElctrncSeqNb')[0]];
    };
    const later = '2026-04-02T08:04:00.000Z';
    const reports = [
      idsOf(MARCH),
      idsOf({ ...MARCH, timeZone: 'UTC' }),
      idsOf(OPEN),
      idsOf({ ...OPEN, timeZone: 'UTC' }),
      idsOf(OPEN, later),
    ];
    expect(new Set(reports.map(([id]) => id)).size).toBe(5);
    expect(new Set(reports.map(([, number]) => number)).size).toBe(5);
    expect(idsOf(MARCH)[0]).toMatch(/^2026-03-final-[0-9a-f]{16}$/);
    expect(idsOf(OPEN)[0]).toMatch(/^2026-03-interim-[0-9a-f]{16}$/);
    // Of one zone and state they grow with time.
    const number = (each: readonly (string | undefined)[]) => BigInt(each[1] ?? '');
    expect(number(idsOf(OPEN, later))).toBeGreaterThan(number(idsOf(OPEN)));
    expect(number(idsOf({ ...MARCH, month: '2026-04' }))).toBeGreaterThan(number(idsOf(MARCH)));
  });

  test('nothing of an open month is dated after today', () => {
    const today = '2026-03-20T12:00:00.000Z';
    const report = statementOf([...renderCamt053(OPEN, today)].join(''));
    expect(textsOf(report, 'Ntry/BookgDt/Dt').filter((day) => day > '2026-03-20')).toEqual([]);
    expect(textsOf(report, 'Bal/Dt/Dt')).toEqual(['2026-03-01', '2026-03-20', '2026-03-20']);
    expect(textsOf(report, 'FrToDt/ToDtTm')).toEqual([today]);
  });

  test.each(['USDC', 'BT', 'US1'])('%s is no currency of camt.053', (reportingCurrency) => {
    expect(() => renderCamt053({ ...MARCH, reportingCurrency }, NOW)).toThrow(
      expect.objectContaining({ code: 'camt053-currency' }),
    );
  });

  test.each([
    ['JPY', '120100'],
    ['KWD', '120100.205'],
    // Not of ISO 4217: all the digits that the message takes.
    ['BTC', '120100.20500'],
  ])('amounts in %s have the digits of that currency', (reportingCurrency, opening) => {
    const statement = statementOf(rendered({ ...MARCH, reportingCurrency }));
    expect(textsOf(statement, 'Bal/Amt')[0]).toBe(opening);
    expectToAddUp(statement);
  });

  test('an amount of more than 18 digits is refused before anything is rendered', () => {
    const [first] = MARCH.currencies;
    if (first === undefined) throw new Error('there is a first currency');
    const opening = { ...first.opening, value: '12345678901234567.00' };
    const statement = withTotals({ ...MARCH, currencies: [{ ...first, opening }] });
    expect(() => renderCamt053(statement, NOW)).toThrow(
      expect.objectContaining({ code: 'camt053-amount' }),
    );
  });

  test('whatever a statement holds, the file keeps the rules and adds up', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 20 }))
      .map(([digits, scale]) =>
        new Decimal(digits.toString()).div(new Decimal(10).pow(scale)).toFixed(),
      );
    const value = fc.option(amount);
    const end = fc.record({ amount, price: fc.constant('1'), value });
    const description = fc.option(fc.string({ unit: 'binary', maxLength: 300 }));
    const kind = fc.constantFrom('withdrawal', 'trade', 'inflow', 'outflow', 'unexplained');
    const moved = fc.record({ kind, amount, value, description });
    const currency = fc.record({
      opening: end,
      closing: end,
      movements: fc.array(moved, { maxLength: 4 }),
    });
    const at = '2026-03-10T09:00:00.000Z';
    const place = { snapshot: at, readAt: at };
    fc.assert(
      fc.property(fc.array(currency, { maxLength: 4 }), (drafts) => {
        const currencies = drafts.map((draft, index) => ({
          currency: `C${index}`,
          opening: { ...draft.opening, ...place },
          closing: { ...draft.closing, ...place },
          movements: draft.movements.map((each) => movement({ at, ...each } as never)),
          revaluation: null,
        }));
        expectToAddUp(statementOf(rendered(withTotals({ ...MARCH, currencies }))));
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    ['an element out of order', /(<NtryRef>[^<]*<\/NtryRef>)(<Amt[^>]*>[^<]*<\/Amt>)/, '$2$1'],
    ['a missing status', '<Sts><Cd>BOOK</Cd></Sts>', ''],
    ['a sixth fraction digit', '>30500.17<', '>30500.170000<'],
    ['an amount with a sign', '>30500.17<', '>-30500.17<'],
    ['a currency of four letters', 'Ccy="USD"', 'Ccy="USDC"'],
    ['a day that there is not', '2026-03-31</Dt>', '2026-02-31</Dt>'],
    ['a reference of 36 characters', /<NtryRef>[^<]*</, `<NtryRef>${'1'.repeat(36)}<`],
    ['another version', 'camt.053.001.08', 'camt.053.001.02'],
    ['the report of another message', 'camt.053.001.08', 'camt.052.001.08'],
    ['an empty text', 'Sluice main', ''],
  ])('the rules find %s', (_, sought, instead) => {
    const broken = rendered(MARCH).replace(sought, instead);
    expect(broken).not.toBe(rendered(MARCH));
    expect(checkCamt(broken).problems).not.toEqual([]);
  });

  test('the month that is scripted for the statements: its totals, and what moved without a price', () => {
    const golden = { ...GOLDEN_MARCH, digest: '0'.repeat(64), frozenAt: NOW };
    const statement = statementOf(rendered(golden));
    expect(textsOf(statement, 'Bal/Amt')).toEqual(['151000.70', '100350.70']);
    const amounts = signed(all(statement, 'Ntry')).map((amount) => amount.toFixed(2));
    expect(amounts.filter((amount) => amount !== '0.00')).toEqual([
      '46500.19', // 46500.1875
      '-93150.00',
      '-15750.00',
      // -0.00064 is nothing at two digits
      '7399.61', // 7399.61249
      '-11400.00', // ETH: 18600 - 30000, of which 4 left without a price
      '15750.20',
    ]);
    expectToAddUp(statement);
    const exactly = textsOf(statement, 'Ntry/NtryDtls/TxDtls/AddtlTxInf');
    expect(exactly).toContain(
      'ETH, movements without a price, and what prices did: the two cannot be told apart: exactly -11400 USD',
    );
    expect(textsOf(statement, 'Ntry/BkTxCd/Prtry/Cd')).toContain('MOVEMENTS-WITHOUT-PRICE');
    const quantities = textsOf(statement, 'Ntry/NtryDtls/TxDtls/RltdQties/Prtry/Qty');
    expect(quantities).toEqual(expect.arrayContaining(['-0.00000001', '0.99999999', '-4']));
  });

  test('a statement that does not add up is not made to by a rounding', () => {
    const totals = { ...MARCH.totals, closing: '80111.37' };
    expect(() => renderCamt053({ ...MARCH, totals }, NOW)).toThrow('does not add up');
  });

  test("a caller's own reference goes from end to end, shortened like an id and whole beside it", async () => {
    const file = await rendered(MARCH);
    const found = [...file.matchAll(/<EndToEndId>([^<]*)<\/EndToEndId>/g)].map(([, text]) => text);
    expect(found).toEqual(['INV/2026-0117', expect.stringMatching(/^R{22}-[0-9a-f]{12}$/)]);
    expect(file).toContain(`<Ustrd>reference: ${'R'.repeat(64)}</Ustrd>`);
  });

  test('the statement of a currency account is in that currency, adds up, and has no revaluation', () => {
    const xml = account(MARCH, { native: 'USD' });
    const statement = statementOf(xml);
    expect(textsOf(statement, 'Bal/Amt')).toEqual(['100.00', '110.12']);
    expect(textsOf(statement, 'Acct/Id/Othr/Id')).toEqual(['main-USD']);
    // 100.005 is 100.00, 10.115 is 10.12 and 110.12 stays: nothing is left to round.
    expect(textsOf(statement, 'Ntry/Amt')).toEqual(['10.12']);
    expectToAddUp(statement);
    const valued = textsOf(statementOf(rendered(MARCH)), 'Ntry/NtryRef');
    expect(valued).toContain(textsOf(statement, 'Ntry/NtryRef')[0]);
    const empty = statementOf(account(MARCH, { native: 'EUR' }));
    expect(textsOf(empty, 'Bal/Amt')).toEqual(['0.00', '0.00']);
    expect(() => account(MARCH, { native: 'BTC' })).toThrow('ISO 4217');
  });

  test('an importer knows each entry by statement and reference, once, however often it fetches', () => {
    const files = [{}, { native: 'USD' }, { native: 'EUR' }] as const;
    const keysOf = () =>
      files.flatMap((each) => {
        const statement = statementOf(account(MARCH, each));
        const [id = ''] = textsOf(statement, 'Id');
        return textsOf(statement, 'Ntry/NtryRef').map((reference) => `${id} ${reference}`);
      });
    const keys = keysOf();
    expect(new Set(keys).size).toBe(keys.length);
    expect(keysOf()).toEqual(keys);
    const messages = files.map((each) => /<MsgId>([^<]*)/.exec(account(MARCH, each))?.[1]);
    expect(new Set(messages).size).toBe(files.length);
  });

  test("an entry names the service's withdrawal id, the rule, and the account that was paid", () => {
    const facts = new Map([
      [
        'sweep-btc-cold-20260331T215500Z',
        {
          withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
          ...{ accountLabel: `Cold <storage> ${'x'.repeat(120)}`, ruleId: `btc-${'c'.repeat(50)}` },
          serviceIds: ['w'.repeat(64), 'second'],
        },
      ],
    ]);
    const xml = account(MARCH, { facts });
    const [details] = all(statementOf(xml), 'Ntry/NtryDtls/TxDtls').filter(
      (each) => textsOf(each, 'RltdPties/CdtrAcct/Id/Othr/Id').length > 0,
    );
    if (details === undefined) throw new Error('no entry names an account');
    expect(textsOf(details, 'RltdPties/CdtrAcct/Id/Othr/Id')).toEqual([
      '6a1f6d0e58c34b1d9b530c2f7b1e9a01',
    ]);
    expect(textsOf(details, 'Refs/TxId')[0]).toMatch(/^w{22}-[0-9a-f]{12}$/);
    expect(textsOf(details, 'Refs/Prtry/Ref')[0]).toMatch(/^btc-c{18}-[0-9a-f]{12}$/);
    expect(xml).toContain('rule: btc-');
    // What is known of no instruction leaves the file as it was.
    expect(account(MARCH, { facts: new Map() })).toBe(rendered(MARCH));
  });

  test('the file of March, byte for byte', async () => {
    await expect(rendered(MARCH)).toMatchFileSnapshot('camt053-march.xml');
  });
});
