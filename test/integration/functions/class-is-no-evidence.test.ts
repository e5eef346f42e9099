import { describe, expect, it } from 'vitest';
import { createFlows } from '../../../adapters/store/flows.ts';
import { matchBreak } from '../../../treasury/breaks/break-transitions.ts';
import type { Break } from '../../../treasury/ledger/break.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

/*
 * A withdrawal of unknown outcome, and a class that names just what left: at the sender, in the lane, for the watchdog and
 * for who settles, the class is nothing.
 */

const { deployed } = deployedForEachTest();
const steps = deploymentSteps(deployed);
const calls = policyCalls(deployed);

/** Expects the very amount that the rule sweeps. */
const EXPECTED = {
  id: 'settlements',
  label: 'Card settlements',
  kind: 'transfer',
  direction: 'outflow',
  currency: 'BTC',
  repeats: { amount: '2.25' },
  per24Hours: '9',
};

async function snapshot() {
  const taken = await steps.snapshot();
  const items = taken.Records.map(({ dynamodb }) => dynamodb.NewImage);
  await deployed().invoke('update-books', streamEvent(...items));
  return taken;
}

async function breaks(): Promise<readonly Break[]> {
  const { breaksBetween } = createFlows(deployed().ledgerTable);
  return await breaksBetween(TENANT, '2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
}

/** The sweep is executed, and its answer is lost; the rule is agreed to by two people. */
async function unknownBesideItsClass(): Promise<string> {
  const asked = await calls.manage('POST /v1/matching-rules', null, EXPECTED, {});
  await calls.decide('approve', String((asked.body as { readonly id: string }).id));
  const first = await snapshot();
  deployed().sandbox.queueFault({
    on: 'POST /v1/withdrawals',
    fault: { kind: 'execute-then-reset-before-headers' },
    times: 1,
  });
  await steps.sweep(first);
  await snapshot();
  const [instruction] = await steps.instructions('unknown');
  return String(instruction?.id?.S);
}

/** What an insider with write access to the table makes of it. */
async function forgedAsMatched(): Promise<Break> {
  const [open] = await breaks();
  if (open === undefined) throw new Error('there is no break');
  const { id: ruleId, label } = EXPECTED;
  const match = { ruleId, version: 1, label, kind: 'transfer' } as const;
  const forged = matchBreak({ ...open, version: open.version + 1 }, match, instantOf(Date.now()));
  await steps.commit({ kind: 'put-break', break: forged });
  return forged;
}

const lane = async () => (await steps.lane()).status;
const settle = (id: string, evidence: string | undefined, by: string) =>
  deployed().call('settle-instruction', {
    routeKey: 'POST /v1/withdrawals/{id}/settle',
    path: { id },
    groups: '[treasurer]',
    by,
    headers: { 'if-match': `"${evidence}"` },
    body: { executed: true, comment: 'row 3 of the statement' },
  });

describe('a class that names what an unknown request moved', () => {
  it('explains nothing of it, and the break names the request', async () => {
    const id = await unknownBesideItsClass();
    expect(await breaks()).toMatchObject([
      { amount: '-2.25', mayBe: [id], doubted: true, status: { state: 'open' } },
    ]);
  });

  it('is no evidence and frees no lane, even where it is forged upon the break', async () => {
    const id = await unknownBesideItsClass();
    await steps.watch();
    const before = await deployed().ledger.readInstruction(TENANT, id);
    const blocked = await lane();
    await forgedAsMatched();
    await steps.watch();
    await snapshot();
    await steps.watch();
    const after = await deployed().ledger.readInstruction(TENANT, id);
    expect(before?.status.state).toBe('unknown');
    expect(after?.status).toEqual(before?.status);
    // Later readings may be added to the evidence; nothing of the books is.
    expect(JSON.stringify(after?.evidence ?? {})).not.toContain(EXPECTED.id);
    expect(await lane()).toEqual(blocked);
    expect(blocked.state).toBe('unknown');
  });

  it('lets the sender send nothing more, however much there is to sweep', async () => {
    await unknownBesideItsClass();
    await forgedAsMatched();
    deployed().sandbox.deposit({ currency: 'BTC', amount: '50' });
    const sent = deployed().sandbox.state().withdrawals.length;
    await deployed().invoke('run-sweeps', await snapshot());
    expect(await steps.instructions('approved')).toEqual([]);
    expect(deployed().sandbox.state().withdrawals.length).toBe(sent);
  });

  it('takes the place of neither of the two people who settle', async () => {
    const id = await unknownBesideItsClass();
    await forgedAsMatched();
    await steps.watch();
    const evidence = (await deployed().ledger.readInstruction(TENANT, id))?.evidence?.digest;
    expect((await settle(id, evidence, 'tom')).status).toBe(202);
    // Two sessions of one person are one person.
    expect((await settle(id, evidence, 'tom')).status).toBe(202);
    expect((await lane()).state).toBe('unknown');
    expect((await settle(id, evidence, 'ann')).status).toBe(200);
    await snapshot();
    // What is known then takes the place of the class.
    expect(await breaks()).toMatchObject([{ status: { state: 'closed', instructionIds: [id] } }]);
  });
});
