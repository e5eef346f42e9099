import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { packJson, unpackJson } from '../../../adapters/store/codec.ts';
import { type Item, itemOf, toItem } from '../../../adapters/store/item.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { AUDIT_ENTRY, STATEMENT } from '../../../adapters/store/ledger-items.ts';
import { createStatements, storedStatements } from '../../../adapters/store/statements.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { startEngine as startFileEngine } from '../../../local/engine/engine.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import { type AuditFact, appendToChain } from '../../../treasury/audit/audit-entry.ts';
import type { ManualRate } from '../../../treasury/policy/manual-rate.ts';
import { frozen } from '../../../treasury/statements/build-statement.ts';
import type { CurrencyStatement, Statement } from '../../../treasury/statements/statement.ts';
import { workedOut } from '../../../treasury/statements/statement-of-month.ts';
import {
  type KnownDigest,
  verifyStatements,
} from '../../../treasury/statements/verify-statements.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { filledMarch } from '../../unit/statements/filled-month.ts';
import { MARCH } from '../../unit/statements/golden-month.ts';
import { ScriptedTreasury } from '../../unit/statements/scripted-month.ts';
import { createTable } from './engine.ts';
import { engineForTests } from './engine-for-tests.ts';
import { itemsOf, putItem, putItems } from './items.ts';

const NOW = '2026-04-03T00:00:00.000Z';
const ZONE = MARCH.timeZone;

const engine = engineForTests();
const temporary = temporaryFolder();
let table: StoreTable;
let statement: Statement;

beforeEach(async () => {
  table = await engine().table();
  statement = await freezeIn(table, MARCH);
});

async function freezeIn(store: StoreTable, month: typeof MARCH): Promise<Statement> {
  const made = frozen({ ...month, digest: null, frozenAt: null }, NOW);
  const head = await createLedger(store).readAuditHead(TENANT);
  const entry = appendToChain(head, factOf(made));
  expect(await createStatements(store).freeze(made, entry)).toEqual({ result: 'frozen' });
  return made;
}

function factOf({ month, timeZone, digest }: Statement): AuditFact {
  const after = { month, timeZone, digest };
  const subject = `statement:${month}`;
  const fact = { at: NOW, by: 'sluice', action: 'freeze-month', subject };
  return { ...fact, requestId: 'freeze-months', before: null, after };
}

async function verdict(known: readonly KnownDigest[] = []) {
  const ports = {
    storedStatements: storedStatements(table),
    entriesAfter: entriesAfter(table),
    readAuditHead: createLedger(table).readAuditHead,
  };
  return await verifyStatements(ports, TENANT, known);
}

async function faults(known: readonly KnownDigest[] = []): Promise<readonly string[]> {
  return (await verdict(known)).faulty.map(({ fault }) => fault);
}

/* What a program with write access to the table can do. */

async function changePart(change: (all: CurrencyStatement[]) => void, digest = statement.digest) {
  const pk = ledgerKeys.statementParts(TENANT, statement.digest ?? '');
  const part = (await itemsOf(table)).find((item) => item.pk?.S === pk);
  const all = unpackJson(1, part?.packed?.B) as CurrencyStatement[];
  change(all);
  const packed = { B: packJson(1, all) };
  const place = { S: ledgerKeys.statementParts(TENANT, digest ?? '') };
  await putItem(table, { ...(part as Item), pk: place, packed });
  return all;
}

async function putHead(change: Partial<Statement>): Promise<void> {
  const { currencies: _, ...head } = { ...statement, ...change };
  await putItem(table, itemOf(STATEMENT, TENANT, head));
}

async function deleteItem({ pk, sk }: { readonly pk: string; readonly sk: string }) {
  const Key = toItem({ pk, sk });
  await table.client.send(new DeleteItemCommand({ TableName: table.tableName, Key }));
}

function moreOf([first]: CurrencyStatement[]): void {
  const [movement] = first?.movements ?? [];
  if (movement === undefined) throw new Error('March has a movement');
  Object.assign(movement, { amount: '999' });
}

describe('the verification of statements', () => {
  it('finds every month intact as it was frozen, in each of its time zones', async () => {
    await freezeIn(table, { ...MARCH, timeZone: 'UTC' });
    const found = await verdict();
    expect(found.faulty).toEqual([]);
    expect(found.intact.map(({ month, timeZone }) => [month, timeZone])).toEqual([
      ['2026-03', ZONE],
      ['2026-03', 'UTC'],
    ]);
    expect(found.chain).toMatchObject({ verdict: 'intact', head: { sequence: 2 } });
  });

  it('finds a month with manual rates intact, and a rate that was changed in it', async () => {
    const treasury = new ScriptedTreasury();
    await treasury.reads('2026-03-31T23:00:00.000Z', { CHF: '100', EUR: '10' }, { EUR: '2' });
    await treasury.reads('2026-04-10T09:00:00.000Z', { CHF: '140', EUR: '10' }, { EUR: '2.5' });
    const rate: ManualRate = {
      ...{ id: 'chf', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.25', source: 'a bank' },
      ...{ from: '2026-01-01', until: '2026-07-01', version: 1, activeSince: NOW },
    };
    const { books } = treasury.statementPorts(NOW);
    const query = { tenant: TENANT, month: '2026-04', timeZone: 'UTC' };
    const april = await workedOut({ ...books, rates: async () => [rate] }, query);
    if (april === null) throw new Error('there is no April');
    statement = await freezeIn(table, april);
    expect(statement.manualRates).toMatchObject([{ id: 'chf', rate: '1.25' }]);
    expect(await faults()).toEqual([]);
    await putHead({ manualRates: [{ ...(statement.manualRates?.[0] ?? rate), rate: '9' }] });
    expect(await faults()).toEqual(['other-content']);
    await putHead({});
    await changePart(([chf]) => Object.assign(chf?.movements[0] ?? {}, { value: '50.1' }));
    expect(await faults()).toEqual(['other-content']);
  });

  it('finds a movement that was changed, and that the balances do not follow from it', async () => {
    await changePart(moreOf);
    expect(await faults()).toEqual(['other-content', 'does-not-add-up']);
  });

  it('finds a description that was changed, although every amount adds up', async () => {
    await changePart(([first]) => Object.assign(first?.movements[0] ?? {}, { description: 'x' }));
    expect(await faults()).toEqual(['other-content']);
  });

  it('finds a total, a time and a field that were changed in the head', async () => {
    await putHead({ totals: { ...statement.totals, closing: '1' } });
    expect(await faults()).toEqual(['other-content']);
    await putHead({ frozenAt: '2026-04-04T00:00:00.000Z' });
    expect(await faults()).toEqual(['other-content']);
    await putHead({ added: 'later' } as Partial<Statement>);
    expect(await faults()).toEqual(['other-content']);
  });

  it('finds a month that was made anew with a digest of its own: the chain has another', async () => {
    const currencies = statement.currencies.map((each) => ({
      ...each,
      currency: `${each.currency}X`,
    }));
    const forged = frozen({ ...statement, currencies }, NOW);
    await changePart((all) => all.splice(0, all.length, ...currencies), forged.digest);
    await putHead({ digest: forged.digest });
    expect(await faults()).toEqual(['other-than-in-chain']);
  });

  it('finds a forged month whose digest was appended to the chain as well', async () => {
    const forged = frozen({ ...statement, reportingCurrency: 'EUR' }, NOW);
    await changePart(() => undefined, forged.digest);
    await putHead(forged);
    const head = await createLedger(table).readAuditHead(TENANT);
    const entry = appendToChain(head, factOf(forged));
    expect(await createLedger(table).commit(TENANT, [{ kind: 'append-audit', entry }])).toEqual({
      ok: true,
    });
    expect(await faults()).toEqual(['other-than-in-chain', 'twice-in-chain']);
  });

  it('finds a chain that was written anew by a digest that was kept outside, and by nothing else', async () => {
    const { digest } = statement;
    const forged = frozen({ ...statement, reportingCurrency: 'EUR' }, NOW);
    await changePart(() => undefined, forged.digest);
    await putHead(forged);
    const entry = appendToChain({ sequence: 0, hash: '0'.repeat(64) }, factOf(forged));
    const { sequence, hash } = entry;
    const headKey = ledgerKeys.auditHead(TENANT);
    const old = (await itemsOf(table)).find(({ pk }) => pk?.S === headKey.pk);
    await putItems(table, [
      itemOf(AUDIT_ENTRY, TENANT, entry),
      { ...(old as Item), ...toItem({ sequence, hash }) },
    ]);
    expect(await verdict()).toMatchObject({ faulty: [], chain: { verdict: 'intact' } });
    const kept = { month: '2026-03', timeZone: ZONE, digest: digest ?? '' };
    expect(await faults([kept])).toEqual(['other-than-known']);
  });

  it('finds a digest that was changed in the chain, by the broken link', async () => {
    const key = ledgerKeys.auditEntry(TENANT, 1);
    const old = (await itemsOf(table)).find(({ pk, sk }) => pk?.S === key.pk && sk?.S === key.sk);
    const after = { month: '2026-03', timeZone: ZONE, digest: 'a'.repeat(64) };
    await putItem(table, { ...(old as Item), ...toItem({ after }) });
    const found = await verdict();
    expect(found.chain).toEqual({
      verdict: 'broken',
      link: { sequence: 1, why: 'other-content' },
    });
  });

  it('finds a month that was taken away, added, or put in place of another', async () => {
    await deleteItem(ledgerKeys.statement(TENANT, '2026-03', ZONE));
    expect(await verdict()).toMatchObject({
      intact: [],
      faulty: [{ fault: 'missing', month: '2026-03', timeZone: ZONE }],
    });
    await putHead({ month: '2026-02' });
    expect(await faults()).toEqual(['other-content', 'not-in-chain', 'missing']);
    await deleteItem(ledgerKeys.statement(TENANT, '2026-02', ZONE));
    const { currencies: _, ...head } = statement;
    const moved = itemOf(STATEMENT, TENANT, head);
    await putItem(table, { ...moved, sk: { S: `2026-04#${ZONE}` } });
    expect(await faults()).toEqual(['other-place', 'not-in-chain', 'missing']);
  });

  it('holds months without fills, and with them', async () => {
    const filled = await freezeIn(table, { ...(await filledMarch()), timeZone: 'UTC' });
    expect(await createStatements(table).readFrozen(TENANT, '2026-03', 'UTC')).toEqual(filled);
    const found = await verdict();
    expect(found.faulty).toEqual([]);
    expect(found.intact.map(({ digest }) => digest).sort()).toEqual(
      [filled.digest, statement.digest].sort(),
    );
  });

  it('finds parts that cannot be read, and goes on with the other months', async () => {
    const other = await freezeIn(table, { ...MARCH, timeZone: 'UTC' });
    const pk = ledgerKeys.statementParts(TENANT, statement.digest ?? '');
    await putItem(table, toItem({ pk, sk: '0000', packed: new Uint8Array([1, 2, 3]) }));
    const found = await verdict();
    expect(found.faulty).toMatchObject([{ fault: 'unreadable', timeZone: ZONE }]);
    expect(found.intact).toMatchObject([{ timeZone: 'UTC', digest: other.digest }]);
  });
});

describe('npm run verify:statements', () => {
  it('reads a data folder offline and leaves it as it was', async () => {
    const file = path.join(temporary, 'tables.db');
    const own = await startFileEngine(file);
    const client = new DynamoDBClient(clientAt(own));
    try {
      table = await createTable(client, 'the-Ledger');
      statement = await freezeIn(table, MARCH);
    } finally {
      client.destroy();
      await own.stop();
    }
    const command = ['bin/verify-statements.ts', '--data', temporary];
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, command);
    expect(stdout).toBe(
      `intact: 2026-03 ${ZONE} ${statement.digest}\nthe audit chain is intact: 1 entries\n`,
    );
    const known = ['--digest', `2026-03@${ZONE}=${'a'.repeat(64)}`];
    await expect(run(process.execPath, [...command, ...known])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('other-than-known: 2026-03'),
    });
  });
});
