import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it, vi } from 'vitest';
import { ExportStore } from '../../../adapters/exports/export-store.ts';
import { createOpenRequests } from '../../../adapters/store/open-requests.ts';
import { fullExport } from '../../../reporting/exports/full-export.ts';
import { writeFile } from '../../../reporting/exports/write-file.ts';
import type { Row } from '../../../reporting/formats/report.ts';
import { effects } from '../../../runtime/effects.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { checkCamt, textsOf } from '../../unit/reporting/formats/camt053-schema.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, streamEvent, TENANT } from './deployed-functions.ts';
import { ledgerRecords } from './ledger-records.ts';

const { deployed } = deployedForEachTest();

const FROM = '2026-03-28T22:30:00.000Z';

const get = (path: string, query: ApiCall['query'] = {}) =>
  deployed().call('query-reports', { routeKey: `GET ${path}`, query, groups: '[viewer]' });

const getExport = (id: string, groups = '[viewer]') =>
  deployed().call('read-export', { routeKey: 'GET /v1/exports/{id}', path: { id }, groups });

/** So many snapshots, five minutes apart; the amount of each is its number with a tail of digits. */
async function history(count: number): Promise<void> {
  for (let index = 1; index <= count; index++) {
    const balances = { BTC: { total: `-${index}.000000000000000001` }, '=ODD': { total: '1' } };
    const prices = { 'BTC/USD': { bid: '99', ask: '101' } };
    const at = plusSeconds(FROM, index * 300);
    await deployed().snapshots.put(snapshotAt(at, balances, prices));
  }
}

/** What the function that writes exports was handed. */
function handedOver(): readonly unknown[] {
  return deployed()
    .invocations.filter(({ path }) => path.includes('write-export'))
    .map(({ payload }) => payload);
}

describe('a report as one file', () => {
  it('is answered itself where it is small: every page of it, exact and safe', async () => {
    await history(105);
    const csv = await get('/v1/snapshots', { whole: 'true', format: 'csv' });
    expect(csv.status).toBe(200);
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${TENANT}-snapshots.csv"`,
    });
    const lines = csv.text.split('\r\n');
    expect(lines).toHaveLength(1 + 2 * 105 + 1);
    expect(lines.join()).toContain(',BTC,-105.000000000000000001,,100,');
    expect(lines.join()).toContain(",'=ODD,1,");

    const xlsx = await get('/v1/snapshots', { format: 'xlsx' });
    const [sheet] = await readXlsxFile(xlsx.bytes);
    expect(sheet?.data).toHaveLength(1 + 2 * 105);
    const json = await get('/v1/snapshots', { whole: 'true' });
    expect(json.body).toMatchObject({ name: 'snapshots', tenant: TENANT });
  });

  it('of a statement is a workbook, or camt.052 while it may change, of the same figures', async () => {
    for (const [index, total] of ['1.5', '2.25', '2'].entries()) {
      const at = plusSeconds('2026-02-28T23:00:00.000Z', index * 7_200);
      const prices = { 'BTC/USD': { bid: '99.99', ask: '100.02' } };
      await deployed().snapshots.put(snapshotAt(at, { BTC: { total } }, prices));
    }
    await deployed().invoke('update-books', streamEvent(...(await deployed().snapshotItems())));
    const query = { month: '2026-03', timeZone: 'UTC' };
    const pages = await get('/v1/reports/statement', query);
    const { statement } = pages.body as unknown as { statement: Statement };
    const camt = await get('/v1/reports/statement', { ...query, format: 'camt053' });
    expect(camt.headers['content-type']).toBe('application/xml; charset=utf-8');
    // The month is not frozen here.
    expect(camt.headers['content-disposition']).toMatch(/camt052\.xml"$/);
    const { root, problems } = checkCamt(camt.text);
    expect(problems).toEqual([]);
    const amounts = textsOf(root, 'BkToCstmrAcctRpt/Rpt/Bal/Amt');
    // What may change is in the last of them alone.
    const [opening, closing] = [amounts[0], amounts.at(-1)];
    const { totals } = statement;
    expect(Number(opening)).toBeCloseTo(Number(totals.opening), 2);
    expect(Number(closing)).toBeCloseTo(Number(totals.closing), 2);
    const xlsx = await get('/v1/reports/statement', { ...query, format: 'xlsx' });
    const sheets = await readXlsxFile(xlsx.bytes);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Summary', 'Movements', 'About']);
    expect(sheets[0]?.data[1]?.[0]).toBe('BTC');
    for (const path of ['/v1/reports/flows', '/v1/reports/breaks']) {
      const csv = await get(path, { whole: 'true', format: 'csv' });
      expect(csv).toMatchObject({ status: 200, text: expect.stringMatching(/\r\n$/) });
    }
    const one = await get('/v1/reports/statement', { ...query, format: 'xlsx', currency: 'BTC' });
    expect(one.status).toBe(400);
  });

  it('is refused where there is no such file, and where something else is asked for', async () => {
    const refused = [
      [{ format: 'camt053' }, 'format-unavailable'],
      [{ format: 'xlsx', limit: '5' }, 'format-unavailable'],
      [{ whole: 'true', cursor: 'x' }, 'format-unavailable'],
      [{ whole: 'true', at: '2026-03-28T22:30:00Z' }, 'format-unavailable'],
      [{ format: 'csv', whole: 'true', part: 'nothing' }, 'format-unavailable'],
      [{ format: 'pdf', whole: 'true' }, 'invalid-query'],
      [{ format: 'csv', whole: 'maybe' }, 'invalid-query'],
      [{ format: 'xlsx', colour: 'red' }, 'invalid-query'],
    ] as const;
    for (const [query, code] of refused) {
      const answer = await get('/v1/snapshots', query);
      expect(answer).toMatchObject({ status: 400, body: { type: `urn:sluice:problem:${code}` } });
    }
  });

  it.each([
    ['/v1/snapshots', { format: 'pdf' }, 'json, csv, xlsx'],
    ['/v1/snapshots', { format: 'pdf', whole: 'true' }, 'json, csv, xlsx'],
    ['/v1/reports/flows', { format: 'pdf' }, 'json, csv, xlsx'],
    ['/v1/reports/statement', { format: 'pdf', month: '2026-03' }, 'json, csv, xlsx, camt053'],
    ['/v1/snapshots/latest', { format: 'pdf' }, 'json, csv'],
  ])('of %s names every format that there is: %j', async (path, query, formats) => {
    const fields = [{ field: 'format', accepted: `expected one of ${formats}` }];
    expect(await get(path, query)).toMatchObject({ status: 400, body: { fields } });
  });

  it('of a month that has not begun is refused, whatever the format', async () => {
    const at = '2026-02-28T23:00:00.000Z';
    await deployed().snapshots.put(snapshotAt(at, { BTC: { total: '1' } }));
    // Begun in UTC it may not have in the zone that is asked for, so by a day more than any zone has.
    const month = new Date(Date.now() + 33 * 86_400_000).toISOString().slice(0, 7);
    for (const format of ['json', 'csv', 'xlsx', 'camt053']) {
      const { status, body } = await get('/v1/reports/statement', { month, format });
      expect([status, body]).toMatchObject([
        400,
        { type: 'urn:sluice:problem:invalid-query', fields: [{ field: 'month', seen: month }] },
      ]);
    }
  });
});

describe('a report that is too large to be answered', () => {
  /** Rows until the reader stops asking for them. */
  async function* endless(): AsyncGenerator<Row> {
    for (;;) yield { text: 'x'.repeat(100) };
  }

  /** Rows of which the next one does not come in time. */
  async function* slow(): AsyncGenerator<Row> {
    yield { text: 'first' };
    await new Promise((resolve) => setTimeout(resolve, 150));
    yield { text: 'late' };
  }

  it.each([
    ['too many bytes', endless, { answerBytes: 10_000 }, 0],
    ['too late', slow, { answerMs: 30 }, 0],
    ['too late before its first row', endless, { answerMs: 30 }, 300],
  ])('%s: 202, and where to get it', async (_, rows, budget, readMs) => {
    const written: object[] = [];
    const store = new ExportStore('exports');
    const columns = [{ key: 'text', title: 'Text', type: 'text' as const }];
    const report = { name: 'rows', tenant: TENANT, generatedAt: FROM };
    const answer = await fullExport(
      {
        now: () => '2026-04-02T08:00:00.123Z',
        nonce: () => '00000000-0000-4000-8000-000000000001',
        exports: store,
        open: { ...effects, ...createOpenRequests(deployed().ledgerTable) },
        write: async (place) => {
          written.push(place);
        },
        ...budget,
      },
      {
        tenant: TENANT,
        routeKey: 'GET /v1/rows',
        by: () => 'subject-of-vera',
        query: { format: 'csv' },
        parameters: { format: 'csv', whole: 'true', of: 'March' },
      },
      async () => {
        await new Promise((resolve) => setTimeout(resolve, readMs));
        const parts = [{ name: 'rows', title: 'Rows', columns, rows: rows() }];
        return { report: { ...report, parts } };
      },
    );
    const id = '20260402T080000Z-00000000000040008000000000000001';
    expect(answer).toMatchObject({
      statusCode: 202,
      headers: { location: `/v1/exports/${id}`, 'retry-after': '3' },
    });
    expect(written).toEqual([{ tenant: TENANT, id }]);
    expect(await store.request({ tenant: TENANT, id })).toEqual({
      routeKey: 'GET /v1/rows',
      query: { of: 'March' },
      format: 'csv',
      fileName: `${TENANT}-rows.csv`,
      askedBy: 'subject-of-vera',
      requestedAt: '2026-04-02T08:00:00.123Z',
      lease: { slot: 1, mark: expect.any(String) },
    });
  });

  it.each([
    ['/v1/snapshots', {}],
    ['/v1/reports/balances', { currency: 'BTC', from: FROM }],
    ['/v1/reports/totals', { from: FROM }],
    ['/v1/reports/flows', {}],
    ['/v1/reports/breaks', {}],
    ['/v1/reports/statement', { month: '2026-03', timeZone: 'UTC' }],
  ])('of %s is handed over: 202 of the function itself', async (path, query) => {
    const budgets = '../../../reporting/exports/budgets.ts';
    vi.doMock(budgets, async (load) => ({ ...(await load<object>()), ANSWER_BYTES: 0 }));
    try {
      await history(3);
      const { status, headers, body } = await get(path, { ...query, whole: 'true' });
      expect([status, body.state]).toEqual([202, 'writing']);
      expect(headers.location).toBe(`/v1/exports/${body.id}`);
      expect(handedOver()).toEqual([{ tenant: TENANT, id: body.id }]);
    } finally {
      vi.doUnmock(budgets);
    }
  });

  it('is written in parts, whole or not at all', async () => {
    const store = new ExportStore('exports');
    const place = { tenant: TENANT, id: 'parts' };
    const kind = { contentType: 'text/csv', contentDisposition: 'attachment' };
    async function* pieces(count: number, failing: boolean) {
      for (let index = 0; index < count; index++) yield Buffer.from(`${index},`.padEnd(100, '.'));
      if (failing) throw new Error('the table is gone');
    }
    const broken = writeFile(store, place, kind, pieces(10, true), 300);
    await expect(broken).rejects.toThrow('the table is gone');
    expect((await fetch(await store.addressOf(place, 60))).status).toBe(404);
    const { bytes, sha256 } = await writeFile(store, place, kind, pieces(10, false), 300);
    expect([bytes, sha256.length]).toEqual([1_000, 64]);
    const text = await (await fetch(await store.addressOf(place, 60))).text();
    expect(text.match(/\d+(?=,)/g)?.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('an export', () => {
  /** Asked for, though small: the request is put where the function that writes finds it. */
  async function requested(change: object = {}, requestedAt = new Date().toISOString()) {
    const second = requestedAt.replace(/\.\d+Z$/, 'Z').replace(/[-:]/g, '');
    const id = `${second}-${'ab'.repeat(16)}`;
    await new ExportStore('exports').putRequest(
      { tenant: TENANT, id },
      {
        routeKey: 'GET /v1/snapshots',
        query: {},
        format: 'csv',
        fileName: `${TENANT}-snapshots.csv`,
        askedBy: 'vera',
        requestedAt,
        ...change,
      },
    );
    return id;
  }

  it('is being written, then there, at an address that needs no token', async () => {
    await history(3);
    const id = await requested();
    const waiting = await getExport(id);
    expect(waiting).toMatchObject({ status: 202, body: { id, state: 'writing', bytes: 0 } });
    expect(waiting.headers['retry-after']).toBe('3');
    await deployed().invoke('write-export', { tenant: TENANT, id });
    const { status, body } = await getExport(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, state: 'written', fileName: `${TENANT}-snapshots.csv` });
    const file = await fetch(String(body.address));
    expect(file.headers.get('content-disposition')).toContain(`${TENANT}-snapshots.csv`);
    const text = await file.text();
    expect(Buffer.byteLength(text)).toBe(body.bytes);
    const direct = await get('/v1/snapshots', { whole: 'true', format: 'csv' });
    expect(text).toBe(direct.text);
    // Delivered twice, it stays what it is.
    await deployed().invoke('write-export', { tenant: TENANT, id });
    expect((await getExport(id)).body).toMatchObject({ sha256: body.sha256 });
    expect(handedOver()).toEqual([]);
    // Whoever waits for it is told, once.
    await deployed().invoke('publish-events', await ledgerRecords(deployed().ledgerTable));
    const { sha256, bytes } = body;
    const told = deployed()
      .events.published()
      .filter(({ type }) => type === 'com.sluice.export.ready');
    expect(told).toMatchObject([
      { subject: id, data: { exportId: id, sha256, bytes, requestedBy: 'vera', format: 'csv' } },
    ]);
  });

  it('says what the format cannot carry, and is not tried again', async () => {
    const id = await requested({ format: 'camt053' });
    await deployed().invoke('write-export', { tenant: TENANT, id });
    const answer = await getExport(id);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        type: 'urn:sluice:problem:export-failed',
        detail: 'only a statement has camt053',
      },
    });
  });

  it('that failed inside says so, and is tried again', async () => {
    const id = await requested({ query: { colour: 'red' } });
    await expect(deployed().invoke('write-export', { tenant: TENANT, id })).rejects.toThrow();
    expect(await getExport(id)).toMatchObject({
      status: 422,
      body: { type: 'urn:sluice:problem:export-failed' },
    });
  });

  it('that was never finished is lost after an hour, and says how it is divided', async () => {
    const range = { from: '2025-01-01', to: '2026-01-01' };
    const asked = { query: range };
    const id = await requested(asked, new Date(Date.now() - 61 * 60_000).toISOString());
    expect((await getExport(id)).body).toMatchObject({
      type: 'urn:sluice:problem:export-failed',
      detail: expect.stringContaining(
        'GET /v1/snapshots?from=2025-01-01&to=2026-01-01 (csv) was not',
      ),
    });
  });

  it('that its writer has no time for says so itself, with the two to ask for, and is not tried again', async () => {
    await history(1);
    const to = '2026-12-31T00:00:00.000Z';
    const id = await requested({ query: { from: FROM, to } });
    await deployed().invoke('write-export', { tenant: TENANT, id }, 29_000);
    expect((await getExport(id)).body).toMatchObject({
      type: 'urn:sluice:problem:export-failed',
      detail: expect.stringMatching(
        /in two exports, by period: from=2026-[^&]+&to=(.+), and from=\1&to=2026-12-31T00:00:00\.000Z\.$/,
      ),
    });
  });

  it('is gone after a week, belongs to no other tenant, and is not guessed', async () => {
    const week = 7 * 24 * 60 * 60_000;
    const old = await requested({}, new Date(Date.now() - week - 1_000).toISOString());
    expect(await getExport(old)).toMatchObject({
      status: 410,
      body: { type: 'urn:sluice:problem:export-expired' },
    });
    for (const id of [(await requested()).replace('ab', 'cd'), '..', 'x/../y']) {
      expect((await getExport(id)).status).toBe(404);
    }
    await expect(deployed().invoke('write-export', { tenant: 'other', id: old })).rejects.toThrow();
  });

  it('is in the list of the caller who asked for it, newest first, and of no other', async () => {
    const list = async (by: string, groups = '[viewer]') => {
      const routeKey = 'GET /v1/exports';
      const { body } = await deployed().call('read-export', { routeKey, by, groups });
      return body as { readonly items: readonly { readonly id: string }[]; readonly more: boolean };
    };
    await history(1);
    const now = Date.now();
    const at = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
    const older = await requested({ query: { from: FROM } }, at(90));
    const newer = await requested({ format: 'xlsx' }, at(5));
    const others = await requested({ askedBy: 'vera, too' }, at(4));
    const closed = await requested({ routeKey: 'GET /v1/audit' }, at(3));
    const lost = await requested({}, at(61 * 60));
    const over = await requested({}, at(8 * 24 * 60 * 60));
    await deployed().invoke('write-export', { tenant: TENANT, id: older });
    const { items, more } = await list('vera');
    expect(items).toMatchObject([
      { id: newer, report: '/v1/snapshots', format: 'xlsx', state: 'writing', bytes: 0 },
      { id: older, query: { from: FROM }, state: 'written', bytes: expect.any(Number) },
      { id: lost, state: 'failed', failure: { code: 'export-failed' } },
    ]);
    expect(more).toBe(false);
    expect(JSON.stringify(items)).not.toMatch(/address|X-Amz/);
    expect((await list('vera', '[treasurer]')).items.map(({ id }) => id)).toContain(closed);
    expect((await list('vera, too')).items.map(({ id }) => id)).toEqual([others]);
    expect((await list('tom')).items).toEqual([]);
    expect(over).not.toBe('');
  });

  it('of a report for other roles is for those roles', async () => {
    const id = await requested({ routeKey: 'GET /v1/audit' });
    expect((await getExport(id)).status).toBe(403);
    expect((await getExport(id, '[treasurer]')).status).toBe(202);
  });
});
