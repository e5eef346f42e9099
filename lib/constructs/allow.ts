import { Stack } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

/** Allows named actions on named resources. */
export function allow(
  grantee: IGrantable,
  actions: readonly string[],
  resources: readonly string[],
  conditions: Readonly<Record<string, unknown>> = {},
): void {
  grantee.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }),
  );
}

/** Allows the use of a key through one service: never by itself, and for nothing else that it encrypts. */
export function allowKeyThrough(
  service: string,
  key: IKey,
  grantee: IGrantable,
  actions: readonly string[],
): void {
  allow(grantee, actions, [key.keyArn], {
    StringEquals: { 'kms:ViaService': `${service}.${Stack.of(key).region}.amazonaws.com` },
  });
}
