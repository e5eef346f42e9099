import { describe, expect, it, vi } from 'vitest';
import {
  SECONDS_FOR_ANOTHER_SEND,
  SENDER_TIMEOUT_SECONDS,
} from '../../../../treasury/sending/protocol-limits.ts';

// Every function's metrics name its stage, which is read as its module is loaded.
vi.stubEnv('STAGE', 'test');
const { deliverEach } = await import('../../../../runtime/delivery/deliver-each.ts');

const EVENT = { tenant: 'main', instructionId: 'one', behind: ['two', 'three'] };

/** Records of the ledger's stream, one of them in a form of which this version finds no instruction. */
const record = (image: object) => ({ dynamodb: { SequenceNumber: '1', NewImage: image } });
const named = (id: string) => record({ tenant: { S: 'main' }, id: { S: id }, of: { S: 'later' } });
const STREAMED = { Records: [named('one'), record({ key: { S: 'main#two' } }), named('three')] };

async function sentWithin(
  secondsOfEach: number,
  event: object = EVENT,
): Promise<readonly string[]> {
  let passedSeconds = 0;
  const context = {
    getRemainingTimeInMillis: () => (SENDER_TIMEOUT_SECONDS - passedSeconds) * 1_000,
  };
  const { results } = await deliverEach(event, context, async ({ instructionId }) => {
    passedSeconds += secondsOfEach;
    return instructionId;
  });
  return results;
}

describe('instructions that are delivered together', () => {
  it('are sent one after the other', async () => {
    expect(await sentWithin(2)).toEqual(['one', 'two', 'three']);
  });

  it('are sent past a record that names none, whatever else the records hold', async () => {
    expect(await sentWithin(2, STREAMED)).toEqual(['one', 'three']);
  });

  it('are begun only while a whole send fits into what is left; the others wait for the watchdog', async () => {
    const slow = SENDER_TIMEOUT_SECONDS - SECONDS_FOR_ANOTHER_SEND;
    expect(await sentWithin(slow + 1)).toEqual(['one']);
    expect(await sentWithin(slow)).toEqual(['one', 'two']);
  });
});
