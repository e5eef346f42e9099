import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

/** Hands an event to a function that nobody waits for; settles as soon as it was taken. */
export function invokeLater(functionName: string): (event: object) => Promise<void> {
  const lambda = new LambdaClient({});
  return async (event) => {
    await lambda.send(
      new InvokeCommand({
        FunctionName: functionName,
        InvocationType: 'Event',
        Payload: Buffer.from(JSON.stringify(event)),
      }),
    );
  };
}
