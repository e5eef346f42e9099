import { describe, expect, it } from 'vitest';
import type { FaultInput } from '../../../sandbox/index.ts';
import { countedOf } from '../../samples/counts.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest();
const { proposedId, send, ledgerWith, watchOnce } = sendingSteps(treasury);

describe('sending a withdrawal', () => {
  it('posts once what the rule decided, and records what the service confirmed', async () => {
    const id = await proposedId();
    const sent = await send(id);
    expect(sent).toMatchObject({
      result: 'concluded',
      instruction: { status: { state: 'confirmed' } },
    });
    expect(treasury().posts()).toHaveLength(1);
    const body = { withdrawalAccountId: RULE.withdrawalAccountId, amount: '2.25' };
    expect(JSON.parse(treasury().posts()[0]?.body ?? '')).toEqual(body);
    expect((await treasury().lane()).status).toEqual({ state: 'idle' });
    const effects = treasury().posts()[0]?.effects ?? [];
    expect(await treasury().ledger.knownWithdrawals(TENANT, effects)).toEqual(new Set(effects));
  });

  it('posts once however often and however concurrently it is delivered', async () => {
    const id = await proposedId();
    await Promise.all(Array.from({ length: 8 }, () => send(id)));
    expect(await send(id)).toEqual({ result: 'not-open', state: 'confirmed' });
    expect(treasury().posts()).toHaveLength(1);
  });

  it('confirms several withdrawals that add up to the amount', async () => {
    treasury().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'split-withdrawals', parts: 3 },
    });
    const id = await proposedId();
    await send(id);
    expect(await treasury().state(id)).toBe('confirmed');
  });

  const outcomes: readonly (readonly [FaultInput, string, string])[] = [
    [{ kind: 'execute-then-hang' }, 'unknown', 'unknown'],
    [{ kind: 'execute-then-reset-before-headers' }, 'unknown', 'unknown'],
    [{ kind: 'execute-then-reset-in-body' }, 'unknown', 'unknown'],
    [{ kind: 'execute-late', delayMs: 50 }, 'unknown', 'unknown'],
    [{ kind: 'drop-silently' }, 'unknown', 'unknown'],
    [{ kind: 'status', status: 503, execute: true }, 'unknown', 'unknown'],
    [{ kind: 'status', status: 429, retryAfterSeconds: 1 }, 'unknown', 'unknown'],
    [{ kind: 'status', status: 409 }, 'unknown', 'unknown'],
    [{ kind: 'empty-200' }, 'unknown', 'unknown'],
    [{ kind: 'truncated-200' }, 'unknown', 'unknown'],
    [{ kind: 'html-200' }, 'unknown', 'unknown'],
    [{ kind: 'wrong-types-200' }, 'unknown', 'unknown'],
    [{ kind: 'redirect', location: '/elsewhere' }, 'unknown', 'unknown'],
    [{ kind: 'status', status: 400 }, 'rejected', 'rejected'],
    [{ kind: 'status', status: 401 }, 'rejected', 'rejected'],
    [{ kind: 'status', status: 403 }, 'rejected', 'rejected'],
    [{ kind: 'status', status: 404 }, 'rejected', 'rejected'],
    [{ kind: 'status', status: 422 }, 'rejected', 'rejected'],
    [{ kind: 'contradicting-200', what: 'amount' }, 'anomaly', 'anomaly'],
    [{ kind: 'contradicting-200', what: 'account' }, 'anomaly', 'anomaly'],
    [{ kind: 'contradicting-200', what: 'currency' }, 'anomaly', 'anomaly'],
    [{ kind: 'contradicting-200', what: 'none' }, 'anomaly', 'anomaly'],
  ];

  it.each(outcomes)('meets %j: instruction %s, lane %s, one POST', async (fault, state, status) => {
    treasury().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
    const id = await proposedId();
    await send(id);
    expect(await treasury().state(id)).toBe(state);
    expect((await treasury().lane()).status.state).toBe(status);
    await send(id);
    treasury().pass(3600);
    await watchOnce();
    await send(id);
    expect(treasury().posts()).toHaveLength(1);
  });

  it('keeps the amount of an unknown outcome reserved, and sweeps nothing of the currency', async () => {
    treasury().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault: { kind: 'drop-silently' } });
    await send(await proposedId());
    const { decisions } = await treasury().tick();
    expect(decisions).toMatchObject([{ outcome: 'no-sweep', reason: 'uncertain' }]);
    const { hours } = countedOf(await treasury().lane(), 'rule', RULE.id);
    expect(Object.values(hours)).toEqual(['2.25']);
  });

  it('halts everything on an anomaly, and puts the halt on record', async () => {
    treasury().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'contradicting-200', what: 'amount' },
    });
    await send(await proposedId());
    const halt = await treasury().ledger.readHalt(TENANT);
    expect(halt).toMatchObject({ generation: 1, mode: 'halted', because: { by: 'sluice' } });
    expect(halt.unaudited).toEqual([]);
    expect((await treasury().ledger.readAuditHead(TENANT)).sequence).toBe(1);
    const { decisions } = await treasury().tick();
    expect(decisions).toMatchObject([{ outcome: 'no-sweep', reason: 'halted' }]);
  });

  it('takes an id that the service gave before for an anomaly', async () => {
    await send(await proposedId());
    treasury().sandbox.deposit({ currency: 'BTC', amount: '5' });
    treasury().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'contradicting-200', what: 'duplicate-id' },
    });
    const id = await proposedId();
    await send(id);
    expect(await treasury().state(id)).toBe('anomaly');
  });

  it('knows that nothing was sent if no process listens, and gives the budget back', async () => {
    const id = await proposedId();
    const { service } = treasury();
    const closed = {
      ...service,
      sendWithdrawal: async (...post: Parameters<typeof service.sendWithdrawal>) => {
        await treasury().sandbox.close();
        return await service.sendWithdrawal(...post);
      },
    };
    await send(id, { service: closed });
    expect(await treasury().state(id)).toBe('not-sent');
    const lane = await treasury().lane();
    expect(lane.status.state).toBe('idle');
    expect(lane.usage[RULE.id]).toMatchObject({ failures: 1 });
  });
});

describe('the claim', () => {
  it('is recognised by its nonce where its answer was lost', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      if (nth === 1) throw new Error('the answer was lost');
      return result;
    });
    await send(id, { ledger });
    expect(await treasury().state(id)).toBe('confirmed');
    expect(treasury().posts()).toHaveLength(1);
  });

  it('is recognised by its nonce where a retried write failed on its own success', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      return nth === 1 ? { ok: false, conflicts: ['replace-lane'] } : result;
    });
    await send(id, { ledger });
    expect(await treasury().state(id)).toBe('confirmed');
    expect(treasury().posts()).toHaveLength(1);
  });

  it('that did not happen sends nothing, and leaves the instruction to the next delivery', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth === 1) throw new Error('the ledger could not be reached');
      return await commit();
    });
    await expect(send(id, { ledger })).rejects.toThrow(/could not be reached/);
    expect(treasury().posts()).toHaveLength(0);
    expect(await treasury().state(id)).toBe('approved');
    await send(id);
    expect(await treasury().state(id)).toBe('confirmed');
  });

  it('is never taken from another invocation', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      // Between the decision and the write of this claim, a second delivery runs to its end.
      if (nth === 1) await send(id);
      return await commit();
    });
    expect(await send(id, { ledger })).toEqual({ result: 'not-open', state: 'confirmed' });
    expect(treasury().posts()).toHaveLength(1);
  });

  it('sends nothing once it is past its time', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      if (nth === 1) treasury().pass(10);
      return result;
    });
    await send(id, { ledger });
    expect(await treasury().ledger.readInstruction(TENANT, id)).toMatchObject({
      status: { state: 'not-sent', cause: 'past-send-by' },
    });
    expect(treasury().posts()).toHaveLength(0);
  });

  it('is refused, and the instruction cancelled, where the balance no longer carries it', async () => {
    const id = await proposedId();
    treasury().sandbox.debit({ currency: 'BTC', amount: '0.5' });
    const sent = await send(id);
    expect(sent).toMatchObject({ result: 'cancelled' });
    expect(treasury().posts()).toHaveLength(0);
    expect((await treasury().lane()).open).toEqual({});
  });

  it.each(['halted', 'dry-run'] as const)('is refused once the mode is %s', async (mode) => {
    const id = await proposedId();
    await treasury().putControls({ mode });
    expect(await send(id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: mode } },
    });
    expect(treasury().posts()).toHaveLength(0);
  });

  it('is refused where the halt comes between the decision and the write', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth === 1) await treasury().putControls({ mode: 'halted' });
      return await commit();
    });
    expect(await send(id, { ledger })).toMatchObject({ result: 'cancelled' });
    expect(treasury().posts()).toHaveLength(0);
  });

  it('waits, and changes nothing, while the balances cannot be read', async () => {
    const id = await proposedId();
    treasury().sandbox.queueFault({
      on: 'GET /v1/balances',
      fault: { kind: 'status', status: 404 },
    });
    expect(await send(id)).toMatchObject({ result: 'deferred' });
    expect(await treasury().state(id)).toBe('approved');
  });
});
