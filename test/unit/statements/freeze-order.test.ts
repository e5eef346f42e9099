import { describe, expect, it } from 'vitest';
import type { ReportRate } from '../../../treasury/report-values/report-rate.ts';
import { mayOpeningChange } from '../../../treasury/statements/entry-references.ts';
import { freezeMonths } from '../../../treasury/statements/freeze-months.ts';
import { statementOfMonth } from '../../../treasury/statements/statement-of-month.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { ScriptedTreasury } from './scripted-month.ts';

/* A month opens with what the last one before it closed with, also where that waits to be frozen, or lies further back. */

const RULES = { graceSeconds: 0, frozenTimeZones: ['UTC'] };
const RATE: ReportRate = {
  ...{ id: 'chf', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.25', source: 'a bank' },
  ...{ from: '2026-01-01', until: '2026-12-31', version: 1, activeSince: '2026-01-01' },
};

function of(treasury: ScriptedTreasury) {
  let rates: readonly ReportRate[] = [];
  const portsAt = (now: string) => {
    const ports = treasury.statementPorts(now);
    return { ...ports, books: { ...ports.books, rates: async () => rates } };
  };
  return {
    agree: (...next: readonly ReportRate[]) => {
      rates = next;
    },
    freeze: async (now: string) =>
      (await freezeMonths(portsAt(now), TENANT, RULES)).map(({ month }) => month),
    read: async (month: string, now: string) => {
      const query = { tenant: TENANT, month, timeZone: 'UTC' };
      const found = await statementOfMonth(portsAt(now), query, RULES);
      if (found === null) throw new Error(`there is no ${month}`);
      return found.statement;
    },
  };
}

describe('a month that waits to be frozen', () => {
  it('is waited for by the months after it: what it closes with is what they open with', async () => {
    const treasury = new ScriptedTreasury();
    await treasury.reads('2026-03-05T09:00:00.000Z', { USD: '5' }, {});
    // Only a movement of March is without a value.
    await treasury.reads('2026-03-10T09:00:00.000Z', { USD: '5', CHF: '100' }, {});
    for (const day of ['03-20', '04-10', '05-10']) {
      await treasury.reads(`2026-${day}T09:00:00.000Z`, { USD: '5' }, {});
    }
    const { agree, freeze, read } = of(treasury);
    agree({ ...RATE, distrusted: 'invalid' });
    const now = '2026-06-01T00:00:01.000Z';
    expect(await freeze('2026-05-01T00:00:01.000Z')).toEqual([]);
    expect(mayOpeningChange(await read('2026-05', now))).toBe(true);
    agree(RATE);
    // Until it is frozen, late data enter March, and what April opens with.
    await treasury.reads('2026-03-31T23:00:00.000Z', { USD: '7' }, {});
    expect(await freeze(now)).toEqual(['2026-03', '2026-04', '2026-05']);
    const [march, april] = [await read('2026-03', now), await read('2026-04', now)];
    expect(april.totals.opening).toBe(march.totals.closing);
    expect(april.basis.opening).toBe('frozen-closing');
    expect(mayOpeningChange(april)).toBe(false);
  });
});

describe('a month after one without a snapshot', () => {
  it('opens with what the last one was frozen with, whatever values it since', async () => {
    const treasury = new ScriptedTreasury();
    await treasury.reads('2026-03-10T09:00:00.000Z', { CHF: '100' }, {});
    const { agree, freeze, read } = of(treasury);
    expect(await freeze('2026-04-01T00:00:01.000Z')).toEqual(['2026-03']);
    agree(RATE);
    await treasury.reads('2026-05-10T09:00:00.000Z', { CHF: '100' }, {});
    const now = '2026-05-11T00:00:00.000Z';
    const [march, may] = [await read('2026-03', now), await read('2026-05', now)];
    expect(may.currencies[0]?.opening).toEqual(march.currencies[0]?.closing);
    expect([may.totals.opening, may.basis.opening]).toEqual(['0', 'frozen-closing']);
    expect(may.currencies[0]?.reconciling).toEqual({ kind: 'enters-valuation', value: '125' });
  });
});
