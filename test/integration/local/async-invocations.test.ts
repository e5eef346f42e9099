import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FunctionModel } from '../../../local/assembly/model.ts';
import {
  EVENT_PATIENCE_MS,
  type InvocationOptions,
} from '../../../local/functions/function-pool.ts';
import type { InvocationResult } from '../../../local/functions/function-worker.ts';
import { AsyncInvocations } from '../../../local/lambda-api/async-invocations.ts';
import type { Listening } from '../../../local/network/listen.ts';
import { Queues } from '../../../local/queues/queues.ts';
import { connectionTo } from '../../http/endpoint.ts';
import { SESSION, startSampleEndpoints } from './sample-endpoints.ts';
import { SAMPLE_QUEUE, sampleFunction } from './sample-models.ts';

const FAILED: InvocationResult = {
  ok: false,
  error: { errorType: 'Error', errorMessage: 'no', trace: [] },
  payload: '{"errorMessage":"no"}',
};
const TOO_LATE: InvocationResult = {
  ok: false,
  error: { errorType: 'EventAgeExceeded', errorMessage: 'too old', trace: [] },
  payload: '{}',
};

let answers: InvocationResult[];
let invoked: { name: string; payload: string; options: InvocationOptions | undefined }[];
let queues: Queues;
let events: AsyncInvocations;
let listening: Listening;
let lambda: LambdaClient;

function target(asyncInvocation: Partial<FunctionModel['asyncInvocation']> = {}): FunctionModel {
  return sampleFunction('echo', {
    asyncInvocation: {
      maximumRetryAttempts: 0,
      maximumEventAgeMs: 60_000,
      onFailure: SAMPLE_QUEUE.arn,
      ...asyncInvocation,
    },
  });
}

beforeEach(async () => {
  answers = [];
  invoked = [];
  queues = new Queues([SAMPLE_QUEUE], null);
  const functions = {
    find: (reference: string) => (reference === 'sample-echo' ? target() : undefined),
    invoke: async (name: string, payload: string, options?: InvocationOptions) => {
      invoked.push({ name, payload, options });
      return answers.shift() ?? ({ ok: true, payload: '"done"' } as const);
    },
  };
  events = new AsyncInvocations({ functions, queues, retryDelaysMs: [5, 5] });
  listening = await startSampleEndpoints({ functions, asyncInvocations: events });
  lambda = new LambdaClient(connectionTo(listening.url, SESSION));
});
afterEach(() => listening.close());

async function idle(): Promise<void> {
  await expect.poll(() => events.busy).toBe(0);
}

describe('an asynchronous event', () => {
  it('is taken with 202 and reaches the function', async () => {
    const { StatusCode } = await lambda.send(
      new InvokeCommand({
        FunctionName: 'sample-echo',
        InvocationType: 'Event',
        Payload: '{"tenant":"main"}',
      }),
    );
    expect(StatusCode).toBe(202);
    await idle();
    // It waits a while for an environment that is busy, since no caller waits for it.
    const options = { patienceMs: EVENT_PATIENCE_MS };
    expect(invoked).toMatchObject([{ name: 'sample-echo', payload: '{"tenant":"main"}', options }]);
  });

  it('is not retried where the template allows no retry, and waits in the queue', async () => {
    answers = [FAILED];
    events.accept(target(), '{"n":1}');
    await idle();
    expect(invoked).toHaveLength(1);
    expect(queues.messages()).toMatchObject([
      {
        queue: SAMPLE_QUEUE.name,
        body: {
          requestContext: {
            condition: 'RetriesExhausted',
            approximateInvokeCount: 1,
            functionArn: expect.stringMatching(/sample-echo:\$LATEST$/),
          },
          requestPayload: { n: 1 },
          responseContext: { functionError: 'Unhandled' },
          responsePayload: { errorMessage: 'no' },
        },
      },
    ]);
  });

  it('is retried as often as the template says, under one request id', async () => {
    answers = [FAILED, FAILED];
    events.accept(target({ maximumRetryAttempts: 2 }), '{}');
    await idle();
    expect(invoked).toHaveLength(3);
    expect(new Set(invoked.map(({ options }) => options?.requestId)).size).toBe(1);
    expect(queues.messages()).toEqual([]);
  });

  it('that became too old is given up without another attempt', async () => {
    answers = [FAILED, TOO_LATE];
    events.accept(target({ maximumRetryAttempts: 2, maximumEventAgeMs: 1_000 }), '{}');
    await idle();
    expect(invoked).toHaveLength(2);
    expect(invoked[0]?.options?.notAfterMs).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(queues.messages()).toMatchObject([
      { body: { requestContext: { condition: 'EventAgeExceeded', approximateInvokeCount: 1 } } },
    ]);
  });

  it('that is given up without a destination leaves nothing behind', async () => {
    answers = [FAILED];
    events.accept(target({ onFailure: null }), '{}');
    await idle();
    expect(queues.messages()).toEqual([]);
  });

  it('is not taken any more once the stack stops', async () => {
    await events.stop();
    expect(events.accept(target(), '{}')).toBe(false);
  });
});

describe('an invocation that is waited for', () => {
  it('answers what the function answered', async () => {
    const { StatusCode, Payload, FunctionError } = await lambda.send(
      new InvokeCommand({ FunctionName: 'sample-echo', Payload: '{}' }),
    );
    expect(StatusCode).toBe(200);
    expect(FunctionError).toBeUndefined();
    expect(Payload?.transformToString()).toBe('"done"');
  });

  it('says that the function failed, with 200, as Lambda does', async () => {
    answers = [FAILED];
    const { StatusCode, FunctionError } = await lambda.send(
      new InvokeCommand({ FunctionName: 'sample-echo', Payload: '{}' }),
    );
    expect(StatusCode).toBe(200);
    expect(FunctionError).toBe('Unhandled');
  });

  it('of a function that is not there is refused', async () => {
    const asked = lambda.send(new InvokeCommand({ FunctionName: 'another' }));
    await expect(asked).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('of an event that is not JSON is refused', async () => {
    const asked = lambda.send(new InvokeCommand({ FunctionName: 'sample-echo', Payload: '{' }));
    await expect(asked).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
  });
});
