import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { createKmsSeals } from '../../adapters/seals/kms-seals.ts';
import { type AskedAnswer, askedAnswerSchema } from '../../treasury/snapshots/asked-reading.ts';
import type { ReadingPorts } from '../../treasury/snapshots/trusted-readings.ts';

/**
 * Milliseconds for an answer: a cold start, one attempt at the service and a seal. Whoever asks has half a minute or more, and
 * gives nothing back without it.
 */
const ANSWER_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 2_000;

/** Balances as take-snapshot reads and seals them when it is asked: no function that asks has the service's token for it. */
export function connectReader(
  {
    READING_KEY,
    TAKE_SNAPSHOT_FUNCTION,
  }: { readonly READING_KEY: string; readonly TAKE_SNAPSHOT_FUNCTION: string },
  requestTimeout = ANSWER_TIMEOUT_MS,
): ReadingPorts['reader'] {
  const { verify } = createKmsSeals({ keyIds: [READING_KEY] });
  let lambda: LambdaClient | null = null;
  return {
    verify,
    ask: async (tenant, askedAs): Promise<AskedAnswer> => {
      lambda ??= new LambdaClient({
        // Asked again, it answers to another question.
        maxAttempts: 1,
        requestHandler: {
          connectionTimeout: CONNECT_TIMEOUT_MS,
          requestTimeout,
          throwOnRequestTimeout: true,
        },
      });
      const { Payload, FunctionError } = await lambda.send(
        new InvokeCommand({
          FunctionName: TAKE_SNAPSHOT_FUNCTION,
          InvocationType: 'RequestResponse',
          Payload: JSON.stringify({ tenant, askedAs }),
        }),
      );
      if (FunctionError !== undefined || Payload === undefined) throw new ReaderError();
      return askedAnswerSchema.parse(JSON.parse(Buffer.from(Payload).toString()));
    },
  };
}

/** It failed, and what it says is its own log's. */
class ReaderError extends Error {
  override readonly name = 'ReaderError';
}
