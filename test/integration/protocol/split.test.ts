import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { decide } from '../../../treasury/approvals/decide.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { runSweeps } from '../../../treasury/sweeps/run-sweeps.ts';
import { accountOf } from '../../samples/policy.ts';
import { EUR_SPLIT } from '../../samples/split-rule.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest();
const { send, watchOnce } = sendingSteps(treasury);
const { read, put, change } = tableHand(() => treasury().table);

const { eurBank, eurInstant } = SANDBOX_ACCOUNTS;

const SPLIT: SweepRule = { ...RULE, ...EUR_SPLIT, budgets: {}, cooldownSeconds: 3_600 };

async function commit(...changes: readonly LedgerWrite[]): Promise<void> {
  expect(await treasury().ledger.commit(TENANT, changes)).toEqual({ ok: true });
}

async function apply(rule: Partial<SweepRule> = {}): Promise<void> {
  await commit(
    { kind: 'put-account', account: accountOf(eurBank) },
    { kind: 'put-account', account: accountOf(eurInstant) },
    { kind: 'put-rule', rule: { ...SPLIT, ...rule } },
    { kind: 'create-lane', lane: newLane(TENANT, 'EUR', await treasury().ledger.epoch()) },
  );
}

/** The parts of the next run, by number. */
async function run(): Promise<readonly [Instruction, Instruction]> {
  const { proposed } = await treasury().tick();
  const parts = proposed.filter(
    ({ content }) => content.kind === 'withdrawal' && content.currency === 'EUR',
  );
  const [first, second, ...others] = parts;
  if (first === undefined || second === undefined || others.length > 0)
    throw new Error('not two parts');
  return [first, second];
}

const paid = () =>
  treasury()
    .posts()
    .map(({ body }) => JSON.parse(body ?? '') as { withdrawalAccountId: string; amount: string })
    .map(
      ({ withdrawalAccountId, amount }) =>
        `${amount} to ${withdrawalAccountId === eurBank.id ? 'bank' : 'instant'}`,
    )
    .sort();

const resultOf = async (id: string) => {
  const sent = await send(id);
  if (sent.result === 'deferred') return `deferred: ${sent.reason}`;
  if (sent.result === 'not-open') return `not open: ${sent.state}`;
  const { status } = sent.instruction;
  return status.state === 'cancelled' ? `cancelled: ${status.reason}` : status.state;
};

const refuse = async (decision: 'decline' | 'cancel', id: string) =>
  await decide(treasury().ports, {
    tenant: TENANT,
    instructionId: id,
    by: 'ann',
    decision,
    comment: 'not today',
    requestId: 'r-1',
  });

describe('a run that is divided', () => {
  beforeEach(async () => {
    await apply();
  });

  it('becomes one instruction for each part, which are sent one after another', async () => {
    const [first, second] = await run();
    expect([first.id, second.id]).toEqual([
      `sweep-eur-split-20260105T090001Z`,
      `sweep-eur-split-20260105T090001Z-part-2`,
    ]);
    expect(second.origin).toMatchObject({ split: { part: 2, of: 2, total: '100000' } });
    expect(await resultOf(first.id)).toBe('confirmed');
    expect(await resultOf(second.id)).toBe('confirmed');
    expect(paid()).toEqual(['40000 to instant', '60000 to bank']);
    const { usage, open, status } = await treasury().lane('EUR');
    expect([open, status.state]).toEqual([{}, 'idle']);
    expect(usage['eur-split']?.run?.left).toMatchObject({
      1: { amount: '60000' },
      2: { amount: '40000' },
    });
    // The next run rests after the last of them.
    const { decisions } = await treasury().tick();
    expect(decisions.find(({ ruleId }) => ruleId === 'eur-split')).toMatchObject({
      reason: 'cooldown',
    });
  });

  it('is paid once, however often snapshot and parts are delivered, and however concurrently', async () => {
    const { snapshot, proposed } = await treasury().tick();
    const { ports } = treasury();
    const again = await Promise.all(
      [1, 2, 3].map(() => runSweeps({ ...ports, seals: hmacSeals }, snapshot)),
    );
    expect(again.flatMap((each) => each.proposed)).toEqual([]);
    const parts = proposed.map(({ id }) => id).filter((id) => id.includes('eur-split'));
    // As many at once as a busy machine answers in its own time.
    const service = treasury().serviceWith({
      limits: { headersTimeoutMs: 10_000, writeTimeoutMs: 10_000 },
    });
    for (let round = 0; round < 3; round++) {
      await Promise.all([...parts, ...parts, ...parts].map((id) => send(id, { service })));
    }
    expect(paid()).toEqual(['40000 to instant', '60000 to bank']);
  });

  it('sends the second part after the first was not sent, once the pause is over', async () => {
    const [first, second] = await run();
    const closed = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const { service } = treasury();
    const failing = { ...service, sendWithdrawal: closed.sendWithdrawal };
    expect(await send(first.id, { service: failing })).toMatchObject({
      instruction: { status: { state: 'not-sent' } },
    });
    expect(await resultOf(second.id)).toBe('deferred: backoff');
    treasury().pass(SPLIT.backoff.firstSeconds);
    expect(await resultOf(second.id)).toBe('confirmed');
    expect(paid()).toEqual(['40000 to instant']);
  });

  it('is handed over whole by one round of the watchdog where its deliveries were dropped', async () => {
    const [first, second] = await run();
    treasury().pass(60);
    const { delivered } = await watchOnce();
    const parts = [first.id, second.id];
    expect(delivered.filter((id) => parts.includes(id))).toEqual(parts);
    for (const id of parts) expect(await resultOf(id)).toBe('confirmed');
    expect(paid()).toEqual(['40000 to instant', '60000 to bank']);
  });

  it('keeps the second part back while the outcome of the first is not known', async () => {
    const [first, second] = await run();
    treasury().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'execute-then-hang' },
    });
    expect(await resultOf(first.id)).toBe('unknown');
    expect(await resultOf(second.id)).toBe('deferred: uncertain');
    treasury().pass(900);
    await watchOnce();
    expect(await treasury().state(second.id)).toBe('cancelled');
    expect(paid()).toEqual(['60000 to bank']);
  });

  it('sends the second part where a person cancelled the first', async () => {
    const [first, second] = await run();
    expect(await refuse('cancel', first.id)).toMatchObject({ result: 'decided' });
    expect(await resultOf(second.id)).toBe('confirmed');
    expect(paid()).toEqual(['40000 to instant']);
  });

  it('refuses a part whose account was switched off, and the next run as a whole', async () => {
    const [first, second] = await run();
    await commit({
      kind: 'put-account',
      account: { ...accountOf(eurInstant), status: 'inactive', version: 2 },
    });
    expect(await resultOf(first.id)).toBe('confirmed');
    expect(await resultOf(second.id)).toBe('cancelled: account-not-active');
    treasury().pass(3_600);
    const { decisions, proposed } = await treasury().tick();
    expect(decisions.find(({ ruleId }) => ruleId === 'eur-split')).toMatchObject({
      reason: 'account-not-active',
    });
    expect(proposed.filter(({ id }) => id.includes('eur-split'))).toEqual([]);
  });

  it('sends no part that was decided by another version of the rule', async () => {
    const [first, second] = await run();
    expect(await resultOf(first.id)).toBe('confirmed');
    await commit({ kind: 'put-rule', rule: { ...SPLIT, version: 2, priority: 2 } });
    expect(await resultOf(second.id)).toBe('cancelled: rule-changed');
  });

  describe('and an attacker with write access to the table', () => {
    const keyOf = (id: string) => ledgerKeys.instruction(TENANT, id);

    it.each([
      ['the whole', (split: RawItem) => ({ ...split, total: '100001' })],
      ['its number', (split: RawItem) => ({ ...split, part: 1 })],
      ['its siblings', (split: RawItem) => ({ ...split, parts: [] })],
    ])('who changes %s gets nothing sent', async (_, forge) => {
      const [, second] = await run();
      await change(keyOf(second.id), (item) => {
        const origin = item.origin as RawItem;
        return { ...item, origin: { ...origin, split: forge(origin.split as RawItem) } };
      });
      expect(await resultOf(second.id)).toBe('cancelled: seal-invalid');
      expect(paid()).toEqual([]);
      expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
    });

    it('who removes the part from a whole instruction gets nothing sent', async () => {
      const [first] = await run();
      await change(keyOf(first.id), (item) => {
        const { split: _, ...origin } = item.origin as RawItem;
        return { ...item, origin };
      });
      expect(await resultOf(first.id)).toBe('cancelled: seal-invalid');
      expect(paid()).toEqual([]);
      expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
    });

    it('who puts a part back that has left sends it no second time', async () => {
      const [first, second] = await run();
      const approved = await read(keyOf(first.id));
      expect(await resultOf(first.id)).toBe('confirmed');
      await put(approved);
      expect(await resultOf(first.id)).toBe('cancelled: split-differs');
      expect(await resultOf(second.id)).toBe('cancelled: halted');
      expect(paid()).toEqual(['60000 to bank']);
    });
  });
});

describe('a part above the limit of approvals', () => {
  it('waits alone, and is bound to the run that it was shown in', async () => {
    await apply({ approvalAbove: '50000' });
    const [first, second] = await run();
    expect([first.status.state, second.status.state]).toEqual(['awaiting-approval', 'approved']);
    expect(await resultOf(second.id)).toBe('confirmed');
    expect(await refuse('decline', first.id)).toMatchObject({ result: 'decided' });
    expect(await resultOf(first.id)).toBe('not open: declined');
    expect(paid()).toEqual(['40000 to instant']);
  });
});
