import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { TokenSecret } from './token-secret.ts';

export interface TokenSecretsProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
}

/** The place for the token of each tenant of a deployment. */
export class TokenSecrets {
  /** As the functions read it: the one ARN, or "main=ARN,other=ARN". */
  readonly arns: string;
  readonly secrets: ReadonlyMap<string, TokenSecret>;

  constructor(scope: Construct, { configuration, key }: TokenSecretsProps) {
    const [first, ...others] = configuration.tenants;
    const secretOf = (id: string, tenant: string) =>
      [tenant, new TokenSecret(scope, id, { configuration, tenant, key })] as const;
    // The first one's place keeps its name when others join.
    this.secrets = new Map([
      secretOf('Token', first),
      ...others.map((tenant) => secretOf(`Token-${tenant}`, tenant)),
    ]);
    const entries = [...this.secrets].map(([tenant, { arn }]) => ({ tenant, arn }));
    const [only, ...more] = entries;
    this.arns =
      only !== undefined && more.length === 0
        ? only.arn
        : entries.map(({ tenant, arn }) => `${tenant}=${arn}`).join(',');
  }

  /** Allows reading the tokens of all tenants, and the key only for that. */
  allowRead(grantee: IGrantable): void {
    for (const secret of this.secrets.values()) secret.allowRead(grantee);
  }
}
