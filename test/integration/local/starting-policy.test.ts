import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { Engine } from '../../../local/engine/engine.ts';
import { startEngine } from '../../../local/engine/engine.ts';
import { makeTables } from '../../../local/engine/tables.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { applyStartingPolicy } from '../../../local/policy/starting-policy.ts';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import type { Mode } from '../../../treasury/policy/controls.ts';
import type { PolicyFile } from '../../../treasury/policy/policy-file.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';

const demo = readPolicyInput(null, 300);
const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });

let engine: Engine;
let dynamo: DynamoDBClient;
let table: StoreTable;
let ledger: Ledger;
let count = 0;

beforeAll(async () => {
  engine = await startEngine(null);
  dynamo = new DynamoDBClient(clientAt(engine));
});
afterAll(async () => {
  dynamo.destroy();
  await engine.stop();
});
beforeEach(async () => {
  count += 1;
  const name = `ledger-${count}`;
  const made = {
    name,
    keySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    attributes: [text('pk'), text('sk')],
    globalIndexes: [],
    streamViewType: null,
    timeToLiveAttribute: null,
  };
  await makeTables(dynamo, [made]);
  table = { client: dynamo, tableName: name };
  ledger = createLedger(table);
});

async function start(service: 'sandbox' | 'own', live = false, policy = demo): Promise<Mode> {
  const isSandbox = service === 'sandbox';
  const mode = await applyStartingPolicy(table, {
    tenant: 'main',
    policy,
    isSandbox,
    live,
    seals: hmacSeals,
  });
  expect((await ledger.readPolicy('main')).controls?.mode).toBe(mode);
  return mode;
}

describe('the mode of a local start', () => {
  it('is live against the built-in sandbox, whatever the file says short of halted', async () => {
    const policy: PolicyFile = { ...demo, controls: { ...demo.controls, mode: 'dry-run' } };
    expect(await start('sandbox', false, policy)).toBe('live');
  });

  it("is dry-run against a service of the person's own", async () => {
    expect(await start('own')).toBe('dry-run');
  });

  it('is live there only for the starts that say --live', async () => {
    expect(await start('own', true)).toBe('live');
    expect(await start('own')).toBe('dry-run');
    expect(await start('own', true)).toBe('live');
    expect((await ledger.readPolicy('main')).controls?.version).toBe(3);
    expect((await ledger.readAuditHead('main')).sequence).toBe(3);
  });

  it('stays halted where the kill switch is pulled', async () => {
    const policy: PolicyFile = { ...demo, controls: { ...demo.controls, mode: 'halted' } };
    expect(await start('sandbox', false, policy)).toBe('halted');
    expect(await start('sandbox', true, policy)).toBe('halted');
  });
});

describe('the starting policy', () => {
  it('never overrules what stands in the ledger', async () => {
    await start('sandbox');
    await start('sandbox', false, { ...demo, rules: [] });
    const { rules, controls } = await ledger.readPolicy('main');
    expect(rules).toHaveLength(demo.rules.length);
    expect(controls?.version).toBe(1);
  });
});
