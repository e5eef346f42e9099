import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Names something of the account and region of a stack that may not be there yet, as policies do. */
export function arnInStack(scope: Construct): (service: string, name: string) => string {
  const { partition, region, account } = Stack.of(scope);
  return (service, name) => `arn:${partition}:${service}:${region}:${account}:${name}`;
}
