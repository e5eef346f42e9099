import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { TokenSecret } from './token-secret.ts';

export interface TokenSecretsProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
}

/** The place for the token of each client of a deployment. */
export class TokenSecrets {
  /** As the functions read it: the one ARN, or "main=ARN,other=ARN". */
  readonly arns: string;
  readonly secrets: ReadonlyMap<string, TokenSecret>;

  constructor(scope: Construct, { configuration, key }: TokenSecretsProps) {
    const [first, ...others] = configuration.clients;
    const secretOf = (id: string, client: string) =>
      [client, new TokenSecret(scope, id, { configuration, client, key })] as const;
    // The first one's place keeps its name when others join.
    this.secrets = new Map([
      secretOf('Token', first),
      ...others.map((client) => secretOf(`Token-${client}`, client)),
    ]);
    const entries = [...this.secrets].map(([client, { arn }]) => ({ client, arn }));
    const [only, ...more] = entries;
    this.arns =
      only !== undefined && more.length === 0
        ? only.arn
        : entries.map(({ client, arn }) => `${client}=${arn}`).join(',');
  }

  /** Allows reading the tokens of all clients, and the key only for that. */
  allowRead(grantee: IGrantable): void {
    for (const secret of this.secrets.values()) secret.allowRead(grantee);
  }
}
