import { describe, expect, it } from 'vitest';
import type { ManualRate } from '../../../treasury/policy/manual-rate.ts';
import type { ReportRate } from '../../../treasury/report-values/report-rate.ts';
import { frozen, isIntact } from '../../../treasury/statements/build-statement.ts';
import { freezeMonths } from '../../../treasury/statements/freeze-months.ts';
import {
  statementAskedIn,
  statementOfMonth,
  workedOut,
} from '../../../treasury/statements/statement-of-month.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { MARCH, scriptMarch } from './golden-month.ts';
import { ScriptedTreasury } from './scripted-month.ts';

const RULES = { graceSeconds: 86_400, frozenTimeZones: ['UTC'] };
const AFTER = '2026-04-03T00:00:00.000Z';
const QUERY = { tenant: TENANT, month: '2026-03', timeZone: 'UTC' };

const rate = (change: Partial<ManualRate> = {}): ManualRate => ({
  ...{ id: 'chf', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.25', source: 'a bank' },
  ...{ from: '2026-01-01', until: '2026-07-01', version: 1, activeSince: AFTER },
  ...change,
});

/** 100 CHF, then 140; 10 EUR, at 2 and then at 2.5 USD. */
async function francs(rates: () => readonly ReportRate[]) {
  const treasury = new ScriptedTreasury();
  await treasury.reads('2026-02-28T23:00:00.000Z', { CHF: '100', EUR: '10' }, { EUR: '2' });
  await treasury.reads('2026-03-10T09:00:00.000Z', { CHF: '140', EUR: '10' }, { EUR: '2.5' });
  const ports = treasury.statementPorts(AFTER);
  return { treasury, ports: { ...ports, books: { ...ports.books, rates: async () => rates() } } };
}

describe('a statement with a manual rate', () => {
  it('values what has no price by it, and names it with its version', async () => {
    const { ports } = await francs(() => [rate()]);
    const statement = await workedOut(ports.books, QUERY);
    expect(statement?.totals).toEqual({
      ...{ opening: '145', movements: '50', revaluation: '5', reconciling: '0' },
      ...{ closing: '200', unvalued: [] },
    });
    const used = { id: 'chf', version: 1, currency: 'CHF', in: 'USD', rate: '1.25' };
    expect(statement?.manualRates).toEqual([used]);
    const [chf, eur] = statement?.currencies ?? [];
    expect(chf?.opening).toMatchObject({ price: '1.25', value: '125', manualRate: used });
    expect(chf?.movements).toMatchObject([{ value: '50', manualRate: used }]);
    expect(eur?.opening).not.toHaveProperty('manualRate');
  });

  it('keeps the rate in its digest once it is frozen, whatever the rate becomes', async () => {
    let rates = [rate()];
    const { ports } = await francs(() => rates);
    const [kept] = await freezeMonths(ports, TENANT, RULES);
    if (kept === undefined) throw new Error('nothing was frozen');
    expect(isIntact(kept)).toBe(true);
    const forged = { ...kept, manualRates: [{ ...rate(), rate: '9' }] };
    expect(isIntact(forged)).toBe(false);
    rates = [rate({ rate: '2', version: 2 })];
    const found = await statementOfMonth(ports, QUERY, RULES);
    expect(found).toMatchObject({ state: 'frozen', later: [] });
    expect(found?.statement.totals.closing).toBe('200');
  });

  it('opens with what the month before was frozen with, where the rate came only then', async () => {
    let rates: readonly ReportRate[] = [];
    const { ports } = await francs(() => rates);
    const [february] = await freezeMonths(ports, TENANT, RULES);
    rates = [rate()];
    const march = await workedOut(ports.books, QUERY, ports.readFrozen);
    expect(march?.totals.opening).toBe(february?.totals.closing);
    expect(march?.totals).toMatchObject({ reconciling: '125', closing: '200' });
    const [chf] = march?.currencies ?? [];
    expect(chf).toMatchObject({
      opening: { amount: '100', price: null, value: null },
      reconciling: { kind: 'enters-valuation', value: '125' },
      closing: { amount: '140', value: '175' },
    });
  });

  it('waits to be frozen while a rate that would value it is not what Sluice wrote', async () => {
    let rates: readonly ReportRate[] = [{ ...rate(), distrusted: 'invalid' }];
    const { ports } = await francs(() => rates);
    const open = await workedOut(ports.books, QUERY);
    expect(open).toMatchObject({
      totals: { unvalued: ['CHF'] },
      refusedRates: [{ id: 'chf', version: 1, currency: 'CHF', in: 'USD', why: 'invalid' }],
    });
    expect(await freezeMonths(ports, TENANT, RULES)).toEqual([]);
    rates = [rate()];
    const later = await freezeMonths(ports, TENANT, RULES);
    expect(later.map(({ month, totals }) => [month, totals.unvalued])).toEqual([
      ['2026-02', []],
      ['2026-03', []],
    ]);
  });

  it('is as ever without a rate of its dates: the currency is unvalued', async () => {
    const { ports } = await francs(() => [rate({ until: '2026-02-01' })]);
    const statement = await workedOut(ports.books, QUERY);
    expect(statement?.totals.unvalued).toEqual(['CHF']);
    expect(statement).not.toHaveProperty('manualRates');
  });
});

describe('a statement in another currency', () => {
  it('is valued by the prices of each snapshot, and by the rate over them', async () => {
    const { ports } = await francs(() => [rate()]);
    const own = await workedOut(ports.books, QUERY);
    if (own === null) throw new Error('there is none');
    const eur = await statementAskedIn(ports.books, frozen(own, AFTER), 'EUR');
    // 100 CHF = 125 USD = 62.5 EUR at 2; 140 CHF = 175 USD = 70 EUR at 2.5; 40 CHF = 50 USD = 20 EUR.
    expect(eur.totals).toEqual({
      ...{ opening: '72.5', movements: '20', revaluation: '-12.5', reconciling: '0' },
      ...{ closing: '80', unvalued: [] },
    });
    expect(eur).toMatchObject({ reportingCurrency: 'EUR', digest: null });
    expect(eur.recordedIn).toEqual({
      ...{ reportingCurrency: 'USD', digest: frozen(own, AFTER).digest },
    });
  });

  it('lists what has no path as unvalued, and changes no amount', async () => {
    const { ports } = await francs(() => []);
    const own = await workedOut(ports.books, QUERY);
    if (own === null) throw new Error('there is none');
    const eur = await statementAskedIn(ports.books, own, 'EUR');
    expect(eur.totals).toMatchObject({ closing: '10', unvalued: ['CHF'] });
    const amounts = ({ currencies }: typeof own) =>
      currencies.map(({ opening, closing, movements }) =>
        [opening, closing, ...movements].map(({ amount }) => amount),
      );
    expect(amounts(eur)).toEqual(amounts(own));
  });

  it('is the frozen one in its own currency, also where a rate came later', async () => {
    const { ports } = await francs(() => []);
    const own = await workedOut(ports.books, QUERY);
    if (own === null) throw new Error('there is none');
    const kept = frozen(own, AFTER);
    const { ports: later } = await francs(() => [rate()]);
    expect(await statementAskedIn(later.books, kept, 'USD')).toBe(kept);
    expect(await statementAskedIn(later.books, kept, undefined)).toBe(kept);
  });

  it('is itself in its own currency without a rate', async () => {
    const treasury = await scriptMarch();
    const { books } = treasury.statementPorts(MARCH.to);
    const own = await workedOut(books, QUERY);
    if (own === null) throw new Error('there is none');
    expect(await statementAskedIn(books, own, own.reportingCurrency)).toEqual(own);
  });
});
