import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FaultInput } from '../../../sandbox/index.ts';
import type { Change, Ledger } from '../../../treasury/ports/ledger.ts';
import type { SendingPorts } from '../../../treasury/sending/ports.ts';
import { sendWithdrawal } from '../../../treasury/sweeps/send-withdrawal.ts';
import { watch } from '../../../treasury/sweeps/watch.ts';
import { type Engine, startEngine } from '../store/engine.ts';
import { CLIENT, RULE, startTreasury, type TreasuryUnderTest } from './treasury-under-test.ts';

let engine: Engine;
let treasury: TreasuryUnderTest;

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => {
  await engine.stop();
});
beforeEach(async () => {
  treasury = await startTreasury(engine);
});
afterEach(async () => {
  await treasury.stop();
});

async function proposedId(): Promise<string> {
  const { proposed } = await treasury.tick();
  const [instruction] = proposed;
  if (instruction === undefined) throw new Error('the rule proposed nothing');
  return instruction.id;
}

function send(id: string, ports: Partial<SendingPorts> = {}) {
  return sendWithdrawal({ ...treasury.ports, ...ports }, CLIENT, id);
}

/** The real ledger, with something happening around the n-th commit. */
function ledgerWith(
  around: (
    commit: () => ReturnType<Ledger['commit']>,
    nth: number,
    changes: readonly Change[],
  ) => ReturnType<Ledger['commit']>,
): Ledger {
  let nth = 0;
  return {
    ...treasury.ledger,
    commit: (client, changes) => {
      nth += 1;
      return around(() => treasury.ledger.commit(client, changes), nth, changes);
    },
  };
}

async function watchOnce() {
  const delivered: string[] = [];
  const findings = await watch(
    {
      now: treasury.now,
      ledger: treasury.ledger,
      snapshots: treasury.snapshots,
      deliver: async (_client, id) => {
        delivered.push(id);
      },
    },
    CLIENT,
  );
  return { findings, delivered };
}

describe('sending a withdrawal', () => {
  it('posts once what the rule decided, and records what the service confirmed', async () => {
    const id = await proposedId();
    const sent = await send(id);
    expect(sent).toMatchObject({
      result: 'concluded',
      instruction: { status: { state: 'confirmed' } },
    });
    expect(treasury.posts()).toHaveLength(1);
    const body = { withdrawalAccountId: RULE.withdrawalAccountId, amount: '2.25' };
    expect(JSON.parse(treasury.posts()[0]?.body ?? '')).toEqual(body);
    expect((await treasury.lane()).latch).toEqual({ state: 'idle' });
    const effects = treasury.posts()[0]?.effects ?? [];
    expect(await treasury.ledger.knownWithdrawals(CLIENT, effects)).toEqual(new Set(effects));
  });

  it('posts once however often and however concurrently it is delivered', async () => {
    const id = await proposedId();
    await Promise.all(Array.from({ length: 8 }, () => send(id)));
    expect(await send(id)).toEqual({ result: 'not-open', state: 'confirmed' });
    expect(treasury.posts()).toHaveLength(1);
  });

  it('confirms several withdrawals that add up to the amount', async () => {
    treasury.sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'split-withdrawals', parts: 3 },
    });
    const id = await proposedId();
    await send(id);
    expect(await treasury.state(id)).toBe('confirmed');
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

  it.each(outcomes)('meets %j: instruction %s, lane %s, one POST', async (fault, state, latch) => {
    treasury.sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
    const id = await proposedId();
    await send(id);
    expect(await treasury.state(id)).toBe(state);
    expect((await treasury.lane()).latch.state).toBe(latch);
    await send(id);
    treasury.pass(3600);
    await watchOnce();
    await send(id);
    expect(treasury.posts()).toHaveLength(1);
  });

  it('keeps the amount of an unknown outcome reserved, and sweeps nothing of the currency', async () => {
    treasury.sandbox.queueFault({ on: 'POST /v1/withdrawals', fault: { kind: 'drop-silently' } });
    await send(await proposedId());
    const { decisions } = await treasury.tick();
    expect(decisions).toMatchObject([{ outcome: 'no-sweep', reason: 'uncertain' }]);
    const usage = (await treasury.lane()).usage[RULE.id];
    expect(Object.values(usage?.hours ?? {})).toEqual(['2.25']);
  });

  it('halts everything on an anomaly, and puts the halt on record', async () => {
    treasury.sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'contradicting-200', what: 'amount' },
    });
    await send(await proposedId());
    const { controls } = await treasury.ledger.readPolicy(CLIENT);
    expect(controls).toMatchObject({ mode: 'halted', haltedBecause: { by: 'sluice' } });
    expect((await treasury.ledger.readAuditHead(CLIENT)).sequence).toBe(1);
    const { decisions } = await treasury.tick();
    expect(decisions).toMatchObject([{ outcome: 'no-sweep', reason: 'halted' }]);
  });

  it('takes an id that the service gave before for an anomaly', async () => {
    await send(await proposedId());
    treasury.sandbox.deposit({ currency: 'BTC', amount: '5' });
    treasury.sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'contradicting-200', what: 'duplicate-id' },
    });
    const id = await proposedId();
    await send(id);
    expect(await treasury.state(id)).toBe('anomaly');
  });

  it('knows that nothing was sent where nobody listens, and gives the budget back', async () => {
    const id = await proposedId();
    const { service } = treasury;
    const closed = {
      ...service,
      postWithdrawal: async (...post: Parameters<typeof service.postWithdrawal>) => {
        await treasury.sandbox.close();
        return await service.postWithdrawal(...post);
      },
    };
    await send(id, { service: closed });
    expect(await treasury.state(id)).toBe('not-sent');
    const lane = await treasury.lane();
    expect(lane.latch.state).toBe('idle');
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
    expect(await treasury.state(id)).toBe('confirmed');
    expect(treasury.posts()).toHaveLength(1);
  });

  it('is recognised by its nonce where a retried write failed on its own success', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      return nth === 1 ? { ok: false, conflicts: ['replace-lane'] } : result;
    });
    await send(id, { ledger });
    expect(await treasury.state(id)).toBe('confirmed');
    expect(treasury.posts()).toHaveLength(1);
  });

  it('that did not happen sends nothing, and leaves the instruction to the next delivery', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth === 1) throw new Error('the ledger could not be reached');
      return await commit();
    });
    await expect(send(id, { ledger })).rejects.toThrow(/could not be reached/);
    expect(treasury.posts()).toHaveLength(0);
    expect(await treasury.state(id)).toBe('approved');
    await send(id);
    expect(await treasury.state(id)).toBe('confirmed');
  });

  it('is never taken from another invocation', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      // Between the decision and the write of this claim, a second delivery runs to its end.
      if (nth === 1) await send(id);
      return await commit();
    });
    expect(await send(id, { ledger })).toEqual({ result: 'not-open', state: 'confirmed' });
    expect(treasury.posts()).toHaveLength(1);
  });

  it('sends nothing once it is past its time', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      if (nth === 1) treasury.pass(10);
      return result;
    });
    await send(id, { ledger });
    expect(await treasury.ledger.readInstruction(CLIENT, id)).toMatchObject({
      status: { state: 'not-sent', cause: 'past-send-by' },
    });
    expect(treasury.posts()).toHaveLength(0);
  });

  it('is refused, and the instruction cancelled, where the balance no longer carries it', async () => {
    const id = await proposedId();
    treasury.sandbox.debit({ currency: 'BTC', amount: '0.5' });
    const sent = await send(id);
    expect(sent).toMatchObject({ result: 'cancelled' });
    expect(treasury.posts()).toHaveLength(0);
    expect((await treasury.lane()).open).toEqual({});
  });

  it.each(['halted', 'dry-run'] as const)('is refused once the mode is %s', async (mode) => {
    const id = await proposedId();
    await treasury.putControls({ mode });
    expect(await send(id)).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: mode } },
    });
    expect(treasury.posts()).toHaveLength(0);
  });

  it('is refused where the halt comes between the decision and the write', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth === 1) await treasury.putControls({ mode: 'halted' });
      return await commit();
    });
    expect(await send(id, { ledger })).toMatchObject({ result: 'cancelled' });
    expect(treasury.posts()).toHaveLength(0);
  });

  it('waits, and changes nothing, while the balances can not be read', async () => {
    const id = await proposedId();
    treasury.sandbox.queueFault({
      on: 'GET /v1/balances',
      fault: { kind: 'status', status: 403 },
    });
    expect(await send(id)).toMatchObject({ result: 'deferred' });
    expect(await treasury.state(id)).toBe('approved');
  });
});

describe('the outcome', () => {
  it('is recorded although the ledger fails several times', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth >= 2 && nth <= 4) throw new Error('the ledger could not be reached');
      return await commit();
    });
    await send(id, { ledger });
    expect(await treasury.state(id)).toBe('confirmed');
  });

  it('is given time between two attempts to record it, so that a throttled ledger recovers', async () => {
    const id = await proposedId();
    const pauses: number[] = [];
    const pause = async (ms: number) => void pauses.push(ms);
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth >= 2) throw new Error('throttled');
      return await commit();
    });
    await expect(send(id, { ledger, pause })).rejects.toThrow(/throttled/);
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 2000, 2000]);
  });

  it('is not taken for an anomaly where two writes merely collided', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) =>
      nth === 2 ? { ok: false, conflicts: ['replace-lane', 'know-withdrawal'] } : await commit(),
    );
    await send(id, { ledger });
    expect(await treasury.state(id)).toBe('confirmed');
    expect((await treasury.ledger.readPolicy(CLIENT)).controls?.mode).toBe('live');
  });

  it('is an anomaly where the write itself finds the id with another instruction', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth, changes) => {
      const known = changes.find(({ kind }) => kind === 'know-withdrawal');
      if (nth === 2 && known?.kind === 'know-withdrawal') {
        // Somebody else was given the same id between the look-up and this write.
        const rival = { ...known, instructionId: 'sweep-of-another' };
        await treasury.ledger.commit(CLIENT, [rival]);
      }
      return await commit();
    });
    await send(id, { ledger });
    expect(await treasury.ledger.readInstruction(CLIENT, id)).toMatchObject({
      status: { state: 'anomaly', cause: 'known-withdrawal' },
    });
    expect((await treasury.ledger.readPolicy(CLIENT)).controls?.mode).toBe('halted');
  });

  it('is recorded once although the answer to its write was lost', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      const result = await commit();
      if (nth === 2) throw new Error('the answer was lost');
      return result;
    });
    const sent = await send(id, { ledger });
    expect(sent).toMatchObject({ instruction: { status: { state: 'confirmed' } } });
    expect((await treasury.lane()).latch.state).toBe('idle');
  });

  it('is unknown where the sender died, and is never sent again', async () => {
    const id = await proposedId();
    const dying = ledgerWith(async (commit, nth) => {
      if (nth > 1) throw new Error('the process is gone');
      return await commit();
    });
    await expect(send(id, { ledger: dying })).rejects.toThrow(/gone/);
    expect(await treasury.state(id)).toBe('sending');
    expect((await watchOnce()).findings).toEqual([]);
    treasury.pass(131);
    expect((await watchOnce()).findings).toMatchObject([{ kind: 'given-up', instructionId: id }]);
    expect(await treasury.state(id)).toBe('unknown');
    await send(id);
    expect(treasury.posts()).toHaveLength(1);
  });

  it('is still told by a sender that was given up too early', async () => {
    const id = await proposedId();
    const slow = ledgerWith(async (commit, nth) => {
      if (nth === 2) {
        treasury.pass(131);
        await watchOnce();
        expect(await treasury.state(id)).toBe('unknown');
      }
      return await commit();
    });
    await send(id, { ledger: slow });
    expect(await treasury.state(id)).toBe('confirmed');
    expect((await treasury.lane()).latch.state).toBe('idle');
  });
});

describe('the watchdog', () => {
  it('frees a rejected lane only behind the quarantine and a balance that did not fall', async () => {
    treasury.sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'status', status: 422 },
    });
    const id = await proposedId();
    await send(id);
    expect((await watchOnce()).findings).toMatchObject([{ kind: 'lane-held', state: 'rejected' }]);
    treasury.pass(200);
    expect((await watchOnce()).findings).toMatchObject([{ kind: 'lane-held' }]);
    await treasury.tick();
    expect((await watchOnce()).findings).toMatchObject([{ kind: 'lane-freed', instructionId: id }]);
    expect((await treasury.lane()).latch.state).toBe('idle');
    expect(await treasury.state(id)).toBe('rejected');
  });

  it('holds a rejected lane for people where the balance fell all the same', async () => {
    treasury.sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'status', status: 422, execute: true },
    });
    await send(await proposedId());
    // The sandbox's network takes the amount out of the total when it executes.
    treasury.pass(200);
    await treasury.tick();
    const { findings } = await watchOnce();
    expect(findings).toMatchObject([
      { kind: 'lane-held', words: expect.stringContaining('nothing explains it') },
    ]);
  });

  it('delivers again what nobody claimed, and cancels it when it is too old', async () => {
    const id = await proposedId();
    expect((await watchOnce()).delivered).toEqual([]);
    treasury.pass(31);
    expect((await watchOnce()).delivered).toEqual([id]);
    treasury.pass(900);
    expect((await watchOnce()).findings).toMatchObject([{ kind: 'too-old', instructionId: id }]);
    expect(await treasury.state(id)).toBe('cancelled');
    expect((await treasury.lane()).open).toEqual({});
  });
});

describe('the sweep run', () => {
  it('proposes once however often the same snapshot is delivered', async () => {
    const { runSweeps } = await import('../../../treasury/sweeps/run-sweeps.ts');
    const { snapshot, proposed } = await treasury.tick();
    expect(proposed).toHaveLength(1);
    const again = await runSweeps(treasury.ports, snapshot);
    expect(again).toMatchObject({ proposed: [], alreadyDecided: ['BTC'] });
  });

  it('does not propose the same money twice while an instruction waits', async () => {
    await treasury.tick();
    const { decisions, proposed } = await treasury.tick();
    expect(proposed).toEqual([]);
    expect(decisions).toMatchObject([{ reason: 'in-flight' }]);
  });

  it('says in dry-run what it would have done, and proposes nothing', async () => {
    await treasury.putControls({ mode: 'dry-run' });
    const { decisions, proposed } = await treasury.tick();
    expect(proposed).toEqual([]);
    expect(decisions).toMatchObject([{ reason: 'dry-run', wouldSweep: '2.25' }]);
  });
});
