import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { firstPolicyLedger } from '../../../adapters/store/first-policy.ts';
import { readPolicy } from '../../../bin/sluice/operate/read-policy.ts';
import { readPolicyInput } from '../../../local/policy/policy-input.ts';
import { applyFirstPolicy } from '../../../treasury/changes/apply-first-policy.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';
import { WEBHOOK } from '../../samples/policy.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { deployedForEachTest } from '../functions/deployed-for-each-test.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { policyCalls } from '../functions/policy-calls.ts';
import { tableHand } from '../seals/table-hand.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);
const folder = folderForEachTest();

const { version: _, activeSince: __, secretFor: ___, ...DRAFT } = WEBHOOK;
const demo = readPolicyInput(null, 300);

async function fileWith(...webhooks: readonly object[]): Promise<string> {
  const file = path.join(folder(), 'policy.json');
  await writeFile(file, JSON.stringify({ ...demo, webhooks }));
  return file;
}

/** The policy of a file, applied by the deployer to a ledger that has none. */
async function applied(place: string, by = 'deployer') {
  const hand = tableHand(() => deployed().ledgerTable);
  for (const { pk, sk } of await deployed().ledgerItems()) {
    const isPolicy = /#(POLICY|WEBHOOKS|MANUAL-RATES|MATCHING-RULES)/.test(pk?.S ?? '');
    if (isPolicy && sk?.S !== undefined) await hand.remove({ pk: pk?.S ?? '', sk: sk.S });
  }
  return await applyFirstPolicy(firstPolicyLedger(deployed().ledgerTable), {
    tenant: TENANT,
    policy: await readPolicy(place, undefined),
    by,
    requestId: 'r',
    at: '2026-01-05T09:00:00.000Z',
    sealer: hmacSeals,
  });
}

const secret = (by: string, claims: Readonly<Record<string, string>> = {}) =>
  deployed().call('manage-webhooks', {
    routeKey: 'POST /v1/webhooks/{id}/secret',
    by,
    groups: '[admin]',
    claims,
    path: { id: 'erp' },
  });

describe('a webhook of the first policy', () => {
  it('stands as the file has it, sealed, and in the audit log', async () => {
    expect(await applied(await fileWith(DRAFT))).toMatchObject({ result: 'applied', webhooks: 1 });
    const read = await calls.read('GET /v1/webhooks/{id}', 'erp');
    expect(read.body).toMatchObject({ ...DRAFT, version: 1 });
    expect((await calls.audit()).at(-1)).toBe('apply-first-policy policy deployer');
  });

  it.each([
    ['the person who shares the name of the deployer', 'tess', {}],
    ['the same person in another session', 'tess', { jti: 'another' }],
    ['an insider', 'mallory', {}],
  ])('shows its secret to no caller: two people agreed to none (%s)', async (_who, by, claims) => {
    await applied(await fileWith(DRAFT), 'tess');
    const asked = await secret(by, claims);
    expect([asked.status, asked.body.type]).toEqual([403, 'urn:sluice:problem:secret-for-another']);
    expect(asked.body.detail).toContain('secretGeneration 2');
  });

  it('shows its secret to no program, whatever it may', async () => {
    await applied(await fileWith(DRAFT));
    const program = { sub: 'deployer', client_id: 'deployer', scope: 'sluice/admin' };
    expect((await secret('x', program)).body.type).toBe('urn:sluice:problem:role-missing');
  });

  it('shows its secret to no person who writes another name into the table', async () => {
    await applied(await fileWith(DRAFT));
    const hand = tableHand(() => deployed().ledgerTable);
    const items = await deployed().ledgerItems();
    const found = items.find(
      ({ entity, sk }) => entity?.S === 'webhook' && sk?.S === 'WEBHOOK#erp',
    );
    await hand.put({ ...unmarshall(found ?? {}), secretFor: { generation: 1, by: 'mallory' } });
    const asked = await secret('mallory');
    expect([asked.status, asked.body.type]).toEqual([409, 'urn:sluice:problem:webhook-unsealed']);
  });

  it('is sent nothing until two people agree to a secret, whose maker is shown it', async () => {
    await applied(await fileWith({ ...DRAFT, eventTypes: ['*'] }));
    const detail = { id: 'e/1', type: 'com.sluice.rule.changed', time: '2026-01-05T09:00:03.000Z' };
    await deployed().invoke('queue-deliveries', {
      source: 'sluice',
      detail: { ...detail, tenant: TENANT },
    });
    const about = { tenant: TENANT, webhookId: 'erp' };
    expect(await deployed().invoke('deliver-webhooks', about)).toMatchObject({
      result: 'not-run',
      why: 'its secret was not shown yet',
    });
    const draft = { ...DRAFT, eventTypes: ['*'], secretGeneration: 2 };
    const asked = await calls.manage('PUT /v1/webhooks/{id}', 'erp', draft, { ifMatch: '"1"' });
    expect(asked.status).toBe(202);
    expect((await secret('tess')).status).toBe(403);
    expect((await calls.decide('approve', String(asked.body.id), 'tess')).status).toBe(403);
    expect((await calls.decide('approve', String(asked.body.id), 'ada')).status).toBe(200);
    expect((await secret('ada')).status).toBe(403);
    expect((await secret('tess')).body).toMatchObject({ generation: 2 });
    expect((await secret('tess')).status).toBe(409);
  });

  it('may stand in a folder, as sluice pull writes it', async () => {
    const place = path.join(folder(), 'policy');
    await mkdir(path.join(place, 'webhooks'), { recursive: true });
    await writeFile(
      path.join(place, 'controls.json'),
      JSON.stringify({ ...demo.controls, mode: 'dry-run' }),
    );
    await writeFile(path.join(place, 'webhooks', 'erp.json'), JSON.stringify(DRAFT));
    expect(await applied(place)).toMatchObject({ result: 'applied', webhooks: 1, rules: 0 });
  });

  it.each([
    ['a private address', { url: 'https://10.0.0.1/' }, /webhooks\[0\]\.url.*public host name/],
    ['a receiver on this machine', { url: 'http://127.0.0.1:8080/' }, /webhooks\[0\]\.url/],
    ['an event type that there is not', { eventTypes: ['com.sluice.nothing'] }, /eventTypes/],
    ['an unknown field', { secret: 'whsec_mine' }, /secret/],
  ])('is refused with %s', async (_what, change, said) => {
    const file = await fileWith({ ...DRAFT, ...change });
    await expect(readPolicy(file, undefined)).rejects.toMatchObject({
      help: expect.stringMatching(said),
    });
  });

  it('is refused with the id or the label of another', async () => {
    const file = await fileWith(DRAFT, { ...DRAFT, label: 'Other' }, { ...DRAFT, id: 'other' });
    await expect(readPolicy(file, undefined)).rejects.toMatchObject({
      help: expect.stringMatching(/webhooks\[1\]\.id(.|\n)*webhooks\[2\]\.label/),
    });
  });

  it('may be on this machine where npm start permits that, and nowhere else', async () => {
    const file = await fileWith({ ...DRAFT, url: 'http://127.0.0.1:8080/' });
    expect(readPolicyInput(file, 300, { loopbackWebhooks: true }).webhooks).toHaveLength(1);
    expect(() => readPolicyInput(file, 300)).toThrow('not accepted');
  });
});
