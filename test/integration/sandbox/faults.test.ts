import { Agent } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, type FaultInput, SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { faultySandbox, IMPATIENT_MS, WITHDRAWAL } from './faulty-sandbox.ts';
import { eventually, json } from './wire.ts';

const { sandbox, withdraw, withdrawalMeets, answeredLast } = faultySandbox();

describe('no answer', () => {
  it('execute-then-hang: executed, and not a byte until the client gives up', async () => {
    const impatient = { timeoutMs: IMPATIENT_MS };
    const { seen, executed } = await withdrawalMeets({ kind: 'execute-then-hang' }, impatient);
    expect(seen).toMatchObject({ status: null, ended: 'timeout' });
    expect([executed, answeredLast()]).toEqual([true, 'hang']);
  });

  it('hang-without-execution: the same to see, and nothing executed', async () => {
    const { seen, executed } = await withdrawalMeets(
      { kind: 'hang-without-execution' },
      { timeoutMs: IMPATIENT_MS },
    );
    expect(seen).toMatchObject({ status: null, ended: 'timeout' });
    expect([executed, answeredLast()]).toEqual([false, 'hang']);
  });

  it('drop-silently: read, never executed, closed after a while', async () => {
    const { seen, executed } = await withdrawalMeets({ kind: 'drop-silently', closeAfterMs: 30 });
    expect(seen).toMatchObject({ status: null, ended: 'cut' });
    expect([executed, answeredLast()]).toEqual([false, 'hang']);
    expect(sandbox().journal()[0]?.body).toBe(JSON.stringify(WITHDRAWAL));
  });

  it.each(['reset', 'close'] as const)(
    'execute-then-reset-before-headers by %s: executed, no header',
    async (ending) => {
      const { seen, executed } = await withdrawalMeets({
        kind: 'execute-then-reset-before-headers',
        ending,
      });
      expect(seen).toMatchObject({ status: null, ended: 'cut', code: 'ECONNRESET' });
      expect([executed, answeredLast()]).toEqual([true, ending === 'reset' ? 'reset' : 'closed']);
    },
  );

  it('reset-without-execution: the same to see, and nothing executed', async () => {
    const { seen, executed } = await withdrawalMeets({ kind: 'reset-without-execution' });
    expect(seen).toMatchObject({ status: null, ended: 'cut', code: 'ECONNRESET' });
    expect(executed).toBe(false);
  });

  it.each(['reset', 'close'] as const)(
    'execute-then-reset-in-body by %s: executed, half an answer',
    async (ending) => {
      const { seen, executed } = await withdrawalMeets({
        kind: 'execute-then-reset-in-body',
        ending,
      });
      expect(seen).toMatchObject({ status: 200, ended: 'cut' });
      const announced = Number(seen.headers['content-length']);
      expect(seen.text).toHaveLength(Math.floor(announced / 2));
      expect([executed, answeredLast()]).toEqual([
        true,
        `${ending === 'reset' ? 'reset' : 'closed'}-in-body`,
      ]);
    },
  );
});

describe('late execution', () => {
  it('happens after the client gave up, once, with its journal entry brought up to date', async () => {
    const { executed } = await withdrawalMeets(
      { kind: 'execute-late', delayMs: 400 },
      { timeoutMs: 50 },
    );
    expect(executed).toBe(false);
    expect(sandbox().state().lateExecutions).toHaveLength(1);
    await eventually(() => sandbox().withdrawals().length).toBe(1);
    expect(sandbox().journal()).toMatchObject([
      { executed: true, effects: [sandbox().withdrawals()[0]?.id], answered: 'hang' },
    ]);
    expect(sandbox().state().lateExecutions).toEqual([]);
    expect(sandbox().balances().BTC?.available).toBe('2.75');
  });

  it('can be counted from when the client left', async () => {
    const fault = { kind: 'execute-late', delayMs: 60, after: 'client-gone' } as const;
    await withdrawalMeets(fault, { timeoutMs: 150 });
    expect(sandbox().withdrawals()).toEqual([]);
    await eventually(() => sandbox().withdrawals().length).toBe(1);
  });

  it('can follow a reset, and executes nothing that is refused by then', async () => {
    const fault = { kind: 'execute-late', delayMs: 150, connection: 'reset' } as const;
    const { seen } = await withdrawalMeets(fault);
    expect(seen).toMatchObject({ status: null, ended: 'cut' });
    expect(sandbox().debit({ currency: 'BTC', amount: '3' })).toMatchObject({ ok: true });
    await eventually(() => sandbox().state().lateExecutions.length).toBe(0);
    expect(sandbox().withdrawals()).toEqual([]);
    expect(sandbox().journal()).toMatchObject([{ executed: false, answered: 'reset' }]);
  });

  it('never happens once the sandbox is closed', async () => {
    await withdrawalMeets({ kind: 'execute-late', delayMs: 20 }, { timeoutMs: 10 });
    await sandbox().close();
    const before = sandbox().withdrawals().length;
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(sandbox().withdrawals()).toHaveLength(before);
  });
});

describe('error statuses', () => {
  it.each([400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 502, 503, 504])(
    'status %i: a problem body, nothing executed',
    async (status) => {
      const { seen, executed } = await withdrawalMeets({ kind: 'status', status });
      expect(seen).toMatchObject({ status, ended: 'whole' });
      expect(json(seen)).toMatchObject({ status });
      expect([executed, answeredLast()]).toEqual([false, status]);
    },
  );

  it('status with Retry-After, with a body of its own, executed all the same', async () => {
    const { seen, executed } = await withdrawalMeets({
      kind: 'status',
      status: 429,
      retryAfterSeconds: 7,
      execute: true,
      body: { message: 'slow down' },
    });
    expect(seen).toMatchObject({ status: 429, text: '{"message":"slow down"}' });
    expect(seen.headers['retry-after']).toBe('7');
    expect(executed).toBe(true);
    const plain = await withdrawalMeets({ kind: 'status', status: 502, body: 'Bad Gateway' });
    expect(plain.seen.text).toBe('Bad Gateway');
  });

  it.each([true, false])('redirect, executed: %s', async (execute) => {
    const location = 'http://127.0.0.1:9/elsewhere';
    const { seen, executed } = await withdrawalMeets({
      kind: 'redirect',
      location,
      status: 308,
      execute,
    });
    expect(seen).toMatchObject({ status: 308, headers: { location } });
    expect(executed).toBe(execute);
  });
});

describe('a 200 that is not what it seems', () => {
  const spoiled = async (fault: FaultInput) => {
    const { seen, executed } = await withdrawalMeets(fault);
    expect(seen.status).toBe(200);
    expect(executed).toBe(true);
    return seen;
  };

  it('empty-200: no body', async () => {
    expect((await spoiled({ kind: 'empty-200' })).text).toBe('');
  });

  it('truncated-200: half of the JSON, whole by its framing or cut by it', async () => {
    const whole = await spoiled({ kind: 'truncated-200' });
    expect(whole.ended).toBe('whole');
    expect(whole.text).toMatch(/^\[\{"id"/);
    expect(() => json(whole)).toThrow(SyntaxError);
    expect((await spoiled({ kind: 'truncated-200', framing: 'short' })).ended).toBe('cut');
  });

  it('html-200: a page', async () => {
    const seen = await spoiled({ kind: 'html-200' });
    expect(seen.headers['content-type']).toMatch('text/html');
    expect(seen.text).toMatch(/^<!doctype html>/);
  });

  it('wrong-types-200: JSON of the right fields and the wrong types', async () => {
    expect(json(await spoiled({ kind: 'wrong-types-200' }))).toMatchObject([
      { id: 7, amount: 0.5, createdAt: 1_700_000_000_000, currency: 'BTC' },
    ]);
  });

  it.each([
    ['amount', [{ amount: '6', currency: 'BTC' }]],
    ['account', [{ amount: '0.5', withdrawalAccount: { id: SANDBOX_ACCOUNTS.solWallet.id } }]],
    ['currency', [{ amount: '0.5', currency: 'SOL' }]],
    ['none', []],
  ] as const)('contradicting-200: another %s', async (what, expected) => {
    expect(json(await spoiled({ kind: 'contradicting-200', what }))).toMatchObject(expected);
  });

  it('contradicting-200: the identifier of an earlier withdrawal, or one twice', async () => {
    const fault = { kind: 'contradicting-200', what: 'duplicate-id' } as const;
    const first = json(await spoiled(fault)) as { id: string }[];
    expect(first).toHaveLength(2);
    expect(first[0]?.id).toBe(first[1]?.id);
    expect(json(await spoiled(fault))).toMatchObject([{ id: first[0]?.id }]);
    expect(sandbox().withdrawals()).toHaveLength(2);
  });

  it('can be told about something that never happened', async () => {
    const { seen, executed } = await withdrawalMeets({
      kind: 'contradicting-200',
      what: 'amount',
      execute: false,
    });
    expect(json(seen)).toMatchObject([{ currency: 'BTC', amount: '6' }]);
    expect(executed).toBe(false);
    expect(sandbox().balances().BTC?.available).toBe('3.25');
  });
});

describe('an answer that is right and hard to take', () => {
  it('slow: executed at once, answered late', async () => {
    const started = performance.now();
    const { seen, executed } = await withdrawalMeets({ kind: 'slow', delayMs: 80 });
    expect(performance.now() - started).toBeGreaterThan(70);
    expect([seen.status, executed]).toEqual([200, true]);
  });

  it('slow for longer than the client waits: executed, and the client is gone', async () => {
    const slow = { kind: 'slow', delayMs: 100 } as const;
    expect((await withdrawalMeets(slow, { timeoutMs: 40 })).executed).toBe(true);
    await eventually(answeredLast).toBe('client-gone');
  });

  it('slow-body: the header at once, the body in drips', async () => {
    const fault = { kind: 'slow-body', delayMs: 80 } as const;
    const { seen } = await withdrawalMeets(fault);
    expect(json(seen)).toMatchObject([{ amount: '0.5' }]);
    const early = await withdrawalMeets({ ...fault, delayMs: 5_000 }, { timeoutMs: 400 });
    expect(early.seen).toMatchObject({ status: 200, ended: 'timeout' });
  });

  it.each([true, false])('oversize-body, declared: %s', async (declared) => {
    const bytes = 3_000_001;
    const { seen } = await withdrawalMeets({ kind: 'oversize-body', bytes, declared });
    expect(seen.ended).toBe('whole');
    expect(seen.text.length).toBeGreaterThan(bytes);
    expect(seen.headers['content-length'] !== undefined).toBe(declared);
    expect(json(seen)).toMatchObject([{ amount: '0.5' }]);
  });

  it('split-withdrawals: several that add up to the amount', async () => {
    const { seen } = await withdrawalMeets({ kind: 'split-withdrawals', parts: 3 });
    expect(json(seen)).toMatchObject([
      { amount: '0.16666666' },
      { amount: '0.16666666' },
      { amount: '0.16666668' },
    ]);
    expect(sandbox().journal()[0]?.effects).toHaveLength(3);
  });

  it('stale-keep-alive: a kept connection is closed when idle', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { seen } = await withdrawalMeets({ kind: 'stale-keep-alive', idleMs: 20 }, { agent });
    expect(seen.headers['keep-alive']).toBe('timeout=60');
    await eventually(() => Object.keys(agent.freeSockets).length).toBe(0);
    expect((await withdraw({ agent })).status).toBe(200);
    expect(
      sandbox()
        .journal()
        .map(({ connection }) => connection),
    ).toEqual([1, 2]);
    agent.destroy();
  });

  it('stale-keep-alive: a request that reuses it is reset and not executed', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await withdrawalMeets({ kind: 'stale-keep-alive', idleMs: 5_000 }, { agent });
    expect(await withdraw({ agent })).toMatchObject({ status: null, code: 'ECONNRESET' });
    expect(sandbox().withdrawals()).toHaveLength(1);
    expect(sandbox().journal().at(-1)).toMatchObject({
      fault: 'stale-keep-alive',
      answered: 'reset',
      executed: false,
    });
    agent.destroy();
  });
});

it('every kind of fault has a test in one of the files', async () => {
  const { readFile } = await import('node:fs/promises');
  const files = ['./faults.test.ts', './other-faults.test.ts', './retold-faults.test.ts'];
  const texts = files.map((file) => readFile(new URL(file, import.meta.url), 'utf8'));
  const text = (await Promise.all(texts)).join('');
  for (const kind of FAULT_KINDS) expect(text).toContain(`kind: '${kind}'`);
});
