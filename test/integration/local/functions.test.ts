import { afterEach, describe, expect, it } from 'vitest';
import type { FunctionModel } from '../../../local/assembly/model.ts';
import { functionEnvironment } from '../../../local/functions/function-environment.ts';
import { FunctionPool } from '../../../local/functions/function-pool.ts';
import { Functions } from '../../../local/functions/functions.ts';
import { sampleFunction } from './sample-models.ts';

const ENDPOINTS = {
  dynamodb: 'http://127.0.0.1:1',
  services: 'http://127.0.0.1:2',
  sessionToken: 'session',
  secretKey: 'key',
};

let functions: Functions;
let lines: string[];

function serve(...models: FunctionModel[]): void {
  lines = [];
  functions = new Functions(models, {
    environmentOf: (model) => functionEnvironment(model, ENDPOINTS, { OVERRIDDEN: 'here' }),
    log: (_, line) => lines.push(line),
    finished: () => undefined,
  });
}

afterEach(async () => {
  await functions.close();
});

describe('a function on this machine', () => {
  it('sees its event, its context and its own environment only', async () => {
    serve(sampleFunction('echo', { environment: { STAGE: 'dev', OVERRIDDEN: 'template' } }));
    process.env.OF_THE_SHELL = 'secret';
    const result = await functions.invoke('sample-echo', '{"a":1}', { requestId: 'r1' });
    delete process.env.OF_THE_SHELL;
    if (!result.ok) throw new Error(result.payload);
    const { event, environment, context } = JSON.parse(result.payload);
    expect(event).toEqual({ a: 1 });
    expect(environment).toMatchObject({
      STAGE: 'dev',
      OVERRIDDEN: 'here',
      AWS_LAMBDA_FUNCTION_NAME: 'sample-echo',
      AWS_ENDPOINT_URL_DYNAMODB: ENDPOINTS.dynamodb,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: ENDPOINTS.services,
      AWS_SESSION_TOKEN: 'session',
    });
    expect(environment).not.toHaveProperty('OF_THE_SHELL');
    expect(environment).not.toHaveProperty('PATH');
    expect(context).toMatchObject({ awsRequestId: 'r1', functionName: 'sample-echo' });
    expect(context.remainingMs).toBeGreaterThan(1_000);
  });

  it('is found by its name, its ARN and a partial ARN', () => {
    const model = sampleFunction('echo');
    serve(model);
    for (const reference of [
      model.name,
      model.arn,
      `${model.arn}:$LATEST`,
      `function:${model.name}`,
    ]) {
      expect(functions.find(reference)).toBe(model);
    }
    expect(functions.find('another')).toBeUndefined();
  });

  it('is ended when it outlasts its timeout, and works again afterwards', async () => {
    serve(sampleFunction('slow', { timeoutMs: 300 }));
    const result = await functions.invoke('sample-slow', '{}');
    expect(result).toMatchObject({ ok: false, error: { errorType: 'Sandbox.Timedout' } });
    expect(await functions.invoke('sample-slow', '{}')).toMatchObject({ ok: false });
  });

  it('that throws fails with its error; that exits is replaced', async () => {
    serve(sampleFunction('exits'), sampleFunction('http'));
    expect(await functions.invoke('sample-http', '{"rawPath":"/v1/fails"}')).toMatchObject({
      ok: false,
      error: { errorType: 'Error', errorMessage: 'nobody should read this' },
    });
    for (let time = 0; time < 2; time++) {
      expect(await functions.invoke('sample-exits', '{}')).toMatchObject({
        ok: false,
        error: { errorType: 'Runtime.ExitError' },
      });
    }
  });

  it('whose answer is larger than Lambda hands on fails, escaped as it is there', async () => {
    serve(sampleFunction('echo'));
    const result = await functions.invoke('sample-echo', JSON.stringify('"'.repeat(3_200_000)));
    expect(result).toMatchObject({
      ok: false,
      error: { errorType: 'Function.ResponseSizeTooLarge' },
    });
  });

  it('never runs more often at once than the template reserves', async () => {
    serve(sampleFunction('echo', { reservedConcurrency: 1 }));
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (number) => {
        await functions.invoke('sample-echo', '{}');
        order.push(number);
      }),
    );
    expect(order).toEqual([1, 2, 3]);
  });

  it('serves one invocation at a time in each of its environments', async () => {
    serve(sampleFunction('counts'));
    const results = await Promise.all(
      Array.from({ length: 5 }, () => functions.invoke('sample-counts', '{}')),
    );
    expect(results.map(({ payload }) => JSON.parse(payload))).toEqual(
      Array.from({ length: 5 }, () => ({ atOnce: 1 })),
    );
  });

  it('waits for a busy environment rather than make another, for whoever is patient, and not for ever', async () => {
    serve();
    const context = { environment: () => ({}), log: () => undefined };
    const pool = new FunctionPool(sampleFunction('counts'), context);
    const slow = new FunctionPool(sampleFunction('slow', { timeoutMs: 500 }), context);
    try {
      const patient = { patienceMs: 60_000 };
      await Promise.all([1, 2, 3].map(() => pool.invoke('{}', patient)));
      expect(pool.size).toBe(1);
      void slow.invoke('{}');
      void slow.invoke('{}', { patienceMs: 20 });
      expect(slow.size).toBe(1);
      await expect.poll(() => slow.size).toBe(2);
    } finally {
      await Promise.all([pool.close(), slow.close()]);
    }
  });

  it('loads one environment before the first event where that is asked for', async () => {
    serve();
    const context = { environment: () => ({}), log: () => undefined };
    const pool = new FunctionPool(sampleFunction('counts'), context);
    try {
      pool.warm();
      pool.warm();
      expect(pool.size).toBe(1);
      expect((await pool.invoke('{}')).ok).toBe(true);
      expect(pool.size).toBe(1);
    } finally {
      await pool.close();
    }
  });

  it('lets go of environments that are not needed any more, but for one', async () => {
    serve();
    const context = { environment: () => ({}), log: () => undefined };
    const pool = new FunctionPool(sampleFunction('echo'), context, 50);
    try {
      const all = Promise.all([1, 2, 3].map(() => pool.invoke('{}')));
      // Asked before they answer: the first may have been idle for long when the last is done.
      expect(pool.size).toBe(3);
      await all;
      await expect.poll(() => pool.size).toBe(1);
      expect((await pool.invoke('{}')).ok).toBe(true);
    } finally {
      await pool.close();
    }
  });

  it('lets go of the last one too where it stays idle, and makes another when it is needed', async () => {
    serve();
    const context = { environment: () => ({}), log: () => undefined };
    const pool = new FunctionPool(sampleFunction('echo'), context, 20, 40);
    try {
      await pool.invoke('{}');
      await expect.poll(() => pool.size).toBe(0);
      expect((await pool.invoke('{}')).ok).toBe(true);
    } finally {
      await pool.close();
    }
  });

  it('lets go of the last one sooner after an event that no caller waits for', async () => {
    serve();
    const context = { environment: () => ({}), log: () => undefined };
    const pool = new FunctionPool(sampleFunction('echo'), context, 20, 600_000);
    try {
      await pool.invoke('{}', { patienceMs: 1 });
      await expect.poll(() => pool.size).toBe(0);
      await pool.invoke('{}');
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(pool.size).toBe(1);
    } finally {
      await pool.close();
    }
  });

  it('does not begin an event that has become too old', async () => {
    serve(sampleFunction('echo'));
    const result = await functions.invoke('sample-echo', '{}', { notAfterMs: Date.now() - 1 });
    expect(result).toMatchObject({ ok: false, error: { errorType: 'EventAgeExceeded' } });
  });

  it('begins nothing that waited once it is closed', async () => {
    serve(sampleFunction('slow', { timeoutMs: 50, reservedConcurrency: 1 }));
    const running = functions.invoke('sample-slow', '{}');
    let isDone = false;
    const waiting = functions.invoke('sample-slow', '{}').then(() => {
      isDone = true;
    });
    await functions.close();
    await expect(running).resolves.toMatchObject({ ok: false });
    const shortly = new Promise((resolve) => setTimeout(resolve, 200));
    await Promise.race([waiting, shortly]);
    expect([isDone, functions.busy]).toEqual([false, 1]);
  });

  it('whose handler is not there says so', async () => {
    serve(sampleFunction('nothing'));
    const result = await functions.invoke('sample-nothing', '{}');
    expect(result).toMatchObject({ ok: false, error: { errorMessage: /index\.nothing/ } });
  });
});
