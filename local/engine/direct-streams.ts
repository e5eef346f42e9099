import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { Engine } from './engine.ts';

/**
 * The streams of the stack's own engine without the wire: thousands of records are read in a fifth of the time. What they
 * hold is as JSON has it: a moment is a number.
 */
export function directStreams(
  call: NonNullable<Engine['call']>,
): Pick<DynamoDBStreamsClient, 'send'> {
  const send = async (command: { readonly input: object }): Promise<unknown> => {
    const operation = command.constructor.name.replace(/Command$/, '');
    const answer = await call(operation, command.input);
    if (!answer.ok) throw new Error(`${operation}: ${answer.message}`);
    return JSON.parse(answer.json);
  };
  return { send: send as DynamoDBStreamsClient['send'] };
}
