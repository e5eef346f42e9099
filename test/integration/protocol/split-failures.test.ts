import { describe, expect, it } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { countedOf } from '../../samples/counts.ts';
import { accountOf } from '../../samples/policy.ts';
import { EUR_SPLIT } from '../../samples/split-rule.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

/*
 * The places at which the parts of one run can fail, each with what becomes of both: the first is sent in a process that
 * fails there, and the second follows.
 */

const treasury = treasuryForEachTest('agreed');
const { ledgerWith, send, watchOnce } = sendingSteps(treasury);
const { eurBank, eurInstant } = SANDBOX_ACCOUNTS;

const SPLIT: SweepRule = { ...RULE, ...EUR_SPLIT, budgets: { per24Hours: '1000000' } };

async function commit(...changes: readonly LedgerWrite[]): Promise<void> {
  expect(await treasury().ledger.commit(TENANT, changes)).toEqual({ ok: true });
}

/** The two parts of a run, under limits over several currencies. */
async function run(): Promise<readonly [Instruction, Instruction]> {
  const limits = { per30Days: '100000000' };
  await commit(
    { kind: 'put-account', account: { ...accountOf(eurBank), limits } },
    { kind: 'put-account', account: accountOf(eurInstant) },
    { kind: 'put-rule', rule: SPLIT },
    { kind: 'create-lane', lane: newLane(TENANT, 'EUR', await treasury().ledger.epoch()) },
  );
  await treasury().putControls({ withdrawalLimits: { per24Hours: '100000000' } });
  const { proposed } = await treasury().tick();
  const [first, second] = proposed.filter(({ id }) => id.includes('eur-split'));
  if (first === undefined || second === undefined) throw new Error('not two parts');
  return [first, second];
}

/** A process that is gone at its n-th commit, which was carried out or was not: it neither writes nor reads any more. */
function goneAt(n: number, last: 'carried out' | 'not carried out'): Ledger {
  let isGone = false;
  const ledger = ledgerWith(async (write, nth) => {
    if (nth < n) return await write();
    isGone = true;
    if (nth === n && last === 'carried out') await write();
    throw new Error('the process is gone');
  });
  return {
    ...ledger,
    readInstruction: async (...asked) => {
      if (isGone) throw new Error('the process is gone');
      return await ledger.readInstruction(...asked);
    },
  };
}

const paidTo = () =>
  treasury()
    .posts()
    .filter(({ executed }) => executed)
    .map(
      ({ body }) => (JSON.parse(body ?? '') as { withdrawalAccountId: string }).withdrawalAccountId,
    )
    .map((id) => (id === eurBank.id ? 'bank' : 'instant'))
    .sort();

async function counted(): Promise<number> {
  const usage = await treasury().ledger.readCounts(TENANT, 'outflow-usage');
  const amounts = Object.values(countedOf(usage, 'outflow').hours).map(Number);
  return Math.round(amounts.reduce((sum, each) => sum + each, 0));
}

async function worthOf(...parts: readonly Instruction[]): Promise<number> {
  const values = parts.map(({ value }) => Number(value?.amount));
  return Math.round(values.reduce((sum, each) => sum + each, 0));
}

describe('a process that is gone with the first part of a run', () => {
  it('before its claim is written: both parts leave, once each', async () => {
    const [first, second] = await run();
    await send(first.id, { ledger: goneAt(1, 'not carried out') }).catch(() => undefined);
    for (const { id } of [second, first, second, first]) await send(id);
    expect(paidTo()).toEqual(['bank', 'instant']);
    expect(await counted()).toBe(await worthOf(first, second));
  });

  it('when its claim is written: it is never sent and stays counted, and the second waits for people', async () => {
    const [first, second] = await run();
    await send(first.id, { ledger: goneAt(1, 'carried out') }).catch(() => undefined);
    expect(paidTo()).toEqual([]);
    expect(await send(second.id)).toMatchObject({ result: 'deferred' });
    treasury().pass(200);
    await watchOnce();
    expect(await treasury().state(first.id)).toBe('unknown');
    expect(await send(second.id)).toMatchObject({ result: 'deferred' });
    expect(paidTo()).toEqual([]);
    expect(await counted()).toBe(await worthOf(first));
  });

  it('between the answer and its record: it left once, and the second waits for people', async () => {
    const [first, second] = await run();
    await send(first.id, { ledger: goneAt(2, 'not carried out') }).catch(() => undefined);
    expect(paidTo()).toEqual(['bank']);
    for (const { id } of [first, second, first]) await send(id);
    treasury().pass(200);
    await watchOnce();
    expect(await treasury().state(first.id)).toBe('unknown');
    for (const { id } of [first, second, first]) await send(id);
    expect(paidTo()).toEqual(['bank']);
    expect(await counted()).toBe(await worthOf(first));
  });

  it('when the outcome is recorded: the second leaves, and the first not again', async () => {
    const [first, second] = await run();
    await send(first.id, { ledger: goneAt(2, 'carried out') }).catch(() => undefined);
    for (const { id } of [first, second, first, second]) await send(id);
    expect(paidTo()).toEqual(['bank', 'instant']);
    expect(await counted()).toBe(await worthOf(first, second));
  });

  it('and nothing left: its part is given back, and the second leaves alone', async () => {
    const [first, second] = await run();
    const closed = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const { service } = treasury().ports;
    await send(first.id, { service: { ...service, sendWithdrawal: closed.sendWithdrawal } });
    expect(await treasury().state(first.id)).toBe('not-sent');
    treasury().pass(RULE.backoff.firstSeconds + 1);
    for (const { id } of [first, second, first]) await send(id);
    expect(paidTo()).toEqual(['instant']);
    expect(await counted()).toBe(await worthOf(second));
  });
});
