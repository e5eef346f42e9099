import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

/** Invokes a function asynchronously; settles as soon as Lambda has accepted the event. */
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
