import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { appendToChain } from '../../../treasury/audit/audit-entry.ts';
import { sayHaltFact } from '../../../treasury/facts/sentences/say/say-halt.ts';
import { putItem } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';

const { deployed } = deployedForEachTest();
const run = promisify(execFile);

const read = (route: string, change: Partial<ApiCall> = {}) =>
  deployed().call('query-ledger', { routeKey: `GET ${route}`, groups: '[approver]', ...change });

/** Entries as people's changes leave them. */
async function withEntries(count: number): Promise<void> {
  const { ledger } = deployed();
  for (let index = 0; index < count; index++) {
    const entry = appendToChain(await ledger.readAuditHead(TENANT), {
      at: `2026-01-05T09:00:0${index}.000Z`,
      by: index % 2 === 0 ? 'ada' : 'bob',
      action: 'halt',
      subject: '=cmd()',
      requestId: `request-${index}`,
      before: { mode: 'live', limits: { notional: '1000000.000000000000000001' } },
      after: { mode: 'halted' },
    });
    await ledger.commit(TENANT, [{ kind: 'append-audit', entry }]);
  }
}

/** An attacker with access to the table changes an item. */
async function bend(): Promise<void> {
  const item = (await deployed().ledgerItems()).find(({ sk }) => sk?.S === 'ENTRY#000000000002');
  await putItem(deployed().ledgerTable, { ...item, by: { S: 'nobody' } });
}

describe('GET /v1/audit', () => {
  it('lists who did what, newest first, narrowed and paged', async () => {
    await withEntries(5);
    const all = (await read('/v1/audit')).body.items as { sequence: number }[];
    expect(all.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
    const query = { by: 'ada', from: '2026-01-05T09:00:01Z', limit: '1' };
    const first = (await read('/v1/audit', { query })).body;
    expect(first.items).toMatchObject([{ sequence: 5 }]);
    const cursor = String(first.next);
    const second = (await read('/v1/audit', { query: { ...query, cursor } })).body;
    expect(second).toMatchObject({ items: [{ sequence: 3 }] });
    const third = String((all as unknown as readonly { readonly at: string }[])[2]?.at);
    const until = (await read('/v1/audit', { query: { to: third } })).body.items;
    expect(until).toMatchObject([{ sequence: 2 }, { sequence: 1 }]);
  });

  it('says what Sluice found when it halted, beside the entry as it was hashed', async () => {
    await withEntries(1);
    const ledger = deployed().ledger;
    const found = { code: 'claim-differs', currency: 'BTC', instructionId: 'sweep-btc-1' } as const;
    const fact = { at: '2026-01-05T09:00:09.000Z', by: 'sluice', action: 'halt', subject: 'halt' };
    const entry = appendToChain(await ledger.readAuditHead(TENANT), {
      ...{ ...fact, requestId: 'r-1', before: null, after: { found } },
    });
    await ledger.commit(TENANT, [{ kind: 'append-audit', entry }]);
    const { items, said } = (await read('/v1/audit')).body;
    expect((items as readonly unknown[])[0]).toEqual(entry);
    expect(said).toEqual({ 2: [sayHaltFact(found)] });
    const { text } = await read('/v1/audit', { query: { format: 'csv' } });
    expect(text).toContain(sayHaltFact(found));
  });

  it('is CSV on request, safe to open in a spreadsheet', async () => {
    await withEntries(1);
    const { headers, text } = await read('/v1/audit', { query: { format: 'csv' } });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, row] = text.split('\r\n');
    expect(header).toBe(
      'sequence,at,by,approvedBy,action,subject,requestId,part,before,after,previousHash,hash,said',
    );
    expect(row).toContain(",'=cmd(),");
    expect(row).toContain('1000000.000000000000000001');
  });

  it('is for those who answer for the money', async () => {
    expect((await read('/v1/audit', { groups: '[viewer]' })).status).toBe(403);
    expect((await read('/v1/audit', { groups: '[trader]' })).status).toBe(403);
  });
});

describe('GET /v1/audit/verification', () => {
  it('finds the chain intact as it was written', async () => {
    await withEntries(3);
    expect((await read('/v1/audit/verification')).body).toMatchObject({
      verdict: 'intact',
      head: { sequence: 3 },
    });
  });

  it('names the first broken link, as the command does', async () => {
    await withEntries(3);
    const { tableName } = deployed().ledgerTable;
    const command = ['bin/verify-audit.ts', '--ledger', tableName];
    expect((await run(process.execPath, command)).stdout).toMatch(/^intact: 3 entries/);
    await bend();
    expect((await read('/v1/audit/verification')).body).toEqual({
      verdict: 'broken',
      link: { sequence: 2, why: 'other-content' },
    });
    await expect(run(process.execPath, command)).rejects.toMatchObject({
      code: 1,
      stdout: 'broken at entry 2: other-content\n',
    });
  });

  it('refuses half of where to go on', async () => {
    const { status } = await read('/v1/audit/verification', { query: { afterSequence: '1' } });
    expect(status).toBe(400);
  });
});
