import { describe, expect, it } from 'vitest';
import { wholeList } from '../../../../api/responses/list.ts';
import {
  rowsOf,
  SNAPSHOT_COLUMNS,
  snapshotsResponse,
} from '../../../../reporting/reports/snapshots.ts';
import type { AskedIn } from '../../../../treasury/report-values/valuation-in.ts';
import type { SnapshotMissed } from '../../../../treasury/snapshots/snapshot.ts';
import type { Absent } from '../../../../treasury/valuation/balance.ts';
import { MISSING, NOT_READ_SAID } from '../../../samples/not-read.ts';
import { saidPlainly } from '../../../samples/said-plainly.ts';
import { quotes, snapshotAt } from '../../../samples/snapshots.ts';

const AT = '2026-03-02T09:00:00.000Z';
const BEFORE = '2026-03-02T08:45:01.000Z';
const AWAY: Absent = {
  reading: 'not-listed',
  since: AT,
  readings: 1,
  last: { total: '2', readAt: BEFORE, tick: BEFORE },
};
const UNREADABLE: Absent = {
  reading: 'unreadable',
  why: { code: 'not-text', field: 'total', found: 'null' },
  since: AT,
};
const PRICES = quotes({ 'BTC/USD': '60000' });
const AS_RECORDED: AskedIn = { into: null, rates: [] };
const IN_EUR: AskedIn = { into: 'EUR', rates: [] };

const LEFT_OUT = snapshotAt(
  AT,
  { USD: { total: '5000' }, BTC: AWAY, ETH: UNREADABLE, XRP: { total: '0' } },
  PRICES,
  { countedAsZero: ['XRP'] },
);

/** The rows of a table by currency, each cell by its column. */
function cells(asked: AskedIn = AS_RECORDED) {
  const columns = SNAPSHOT_COLUMNS;
  const rows = rowsOf(LEFT_OUT, asked).map((row) => {
    expect(row).toHaveLength(columns.length);
    return Object.fromEntries(columns.map((column, index) => [column, row[index]]));
  });
  return Object.fromEntries(rows.map((row) => [row.currency, row]));
}

describe('the table of a snapshot', () => {
  it('names a currency that the answer left out, with what was stated last and no balance', () => {
    expect(cells().BTC).toMatchObject({
      ...{ total: '', available: '', value: '', price: '' },
      ...{ notStated: 'not-listed', notStatedSince: AT },
      ...{ lastTotal: '2', lastReadAt: BEFORE, lastValue: '120000' },
    });
  });

  it('names a currency that could not be read, with why', () => {
    expect(cells().ETH).toMatchObject({
      ...{ total: '', value: '', notStated: 'unreadable: total is null, not text' },
      ...{ notStatedSince: AT, lastTotal: '', lastReadAt: '', lastValue: '' },
    });
  });

  it('says of a zero that no answer stated it', () => {
    expect(cells().XRP).toMatchObject({ total: '0', notStated: 'counted-as-zero' });
  });

  it('marks nothing that was stated', () => {
    const { USD } = cells();
    expect(USD).toMatchObject({ total: '5000', notStated: '', lastTotal: '', lastValue: '' });
  });

  it('says the same of values in another currency', () => {
    expect(cells(IN_EUR).BTC).toMatchObject({ total: '', notStated: 'not-listed', lastTotal: '2' });
  });

  it('has as many cells for a miss', () => {
    const missed: SnapshotMissed = {
      ...{ kind: 'missed', tenant: 'main', scheduledFor: AT, missedAt: AT },
      ...MISSING,
    };
    for (const asked of [AS_RECORDED, IN_EUR]) {
      const [row = []] = rowsOf(missed, asked);
      expect(row).toHaveLength(SNAPSHOT_COLUMNS.length);
      expect(row[SNAPSHOT_COLUMNS.indexOf('missedBecause')]).toBe(`timeout: ${NOT_READ_SAID}`);
    }
  });

  it('has these rows as CSV', () => {
    const { body = '' } = saidPlainly(snapshotsResponse(wholeList([LEFT_OUT]), 'csv', AS_RECORDED));
    expect(body).toContain(`not-listed,${AT},2,${BEFORE},120000`);
  });
});
