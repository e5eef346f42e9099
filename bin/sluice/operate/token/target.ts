import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { serviceAddressProblem } from '../../../../adapters/trading-service/service-address.ts';
import { readStage } from '../../../../lib/stages/read-stage.ts';

/** The options about the secret and the service of a command. */
export interface TargetOptions {
  readonly stage?: string;
  readonly tenant?: string;
  readonly secret?: string;
  readonly service?: string;
  readonly queryToken?: boolean;
  readonly endpoint?: string;
}

export interface SecretTarget {
  readonly secretId: string;
  readonly client: SecretsManagerClient;
}

export interface ServiceTarget {
  readonly baseUrl: string;
  readonly queryToken: boolean;
}

/** Said in one line: a command whose secret or service is not known. */
export class TargetUnknown extends Error {
  override readonly name = 'TargetUnknown';
}

/** How the data stack names the secret of a tenant (lib/constructs/token-secret.ts). */
export function tokenSecretName(stage: string, tenant: string): string {
  return `sluice/${stage}/service-token/${tenant}`;
}

/** @throws TargetUnknown, or StageConfigurationError for a stage that is none. */
export function secretTarget({ stage, tenant, secret, endpoint }: TargetOptions): SecretTarget {
  const problem = endpoint === undefined ? null : serviceAddressProblem(endpoint);
  if (problem !== null) throw new TargetUnknown(`--endpoint ${problem}`);
  return {
    secretId: secret ?? nameOf(stage, tenant),
    // Without --endpoint the SDK's own variables choose one: AWS_ENDPOINT_URL_SECRETS_MANAGER.
    client: new SecretsManagerClient(endpoint === undefined ? {} : { endpoint }),
  };
}

/** @throws TargetUnknown, or StageConfigurationError for a stage that is none. */
export function serviceTarget({ stage, service, queryToken }: TargetOptions): ServiceTarget {
  if (service !== undefined) return { baseUrl: service, queryToken: queryToken === true };
  if (stage === undefined) {
    throw new TargetUnknown('say which service is asked about the token: --stage or --service');
  }
  const { use, baseUrls, queryToken: asConfigured } = readStage(stage).service;
  return { baseUrl: baseUrls[use], queryToken: queryToken ?? asConfigured };
}

function nameOf(stage: string | undefined, tenant: string | undefined): string {
  if (stage === undefined) {
    throw new TargetUnknown('say which secret: --stage, or --secret with its name or ARN');
  }
  const { tenants } = readStage(stage);
  return tokenSecretName(stage, tenant ?? tenants[0]);
}
