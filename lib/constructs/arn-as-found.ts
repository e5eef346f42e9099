import { Stack, Token } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * An ARN of the stage as cdk-nag writes it in a finding: values that are only known when deployed stand in brackets.
 */
export function arnAsFound(scope: Construct, service: string, name: string): string {
  const { partition, region, account } = Stack.of(scope);
  const shown = (value: string, parameter: string): string =>
    Token.isUnresolved(value) ? `<AWS::${parameter}>` : value;
  const parts = [shown(region, 'Region'), shown(account, 'AccountId'), name];
  return ['arn', shown(partition, 'Partition'), service, ...parts].join(':');
}
