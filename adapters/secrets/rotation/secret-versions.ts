import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  paginateListSecretVersionIds,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { sayTokenFault } from '../../../treasury/facts/sentences/say/say-unanswered.ts';
import { type Instant, instantOf } from '../../../treasury/time/instant.ts';
import type { ServiceToken } from '../service-token.ts';
import { tokenInSecret } from '../token-in-secret.ts';

/** The stages of Secrets Manager: the version that functions read, the candidate, the one to roll back to. */
export const CURRENT = 'AWSCURRENT';
export const PENDING = 'AWSPENDING';
export const PREVIOUS = 'AWSPREVIOUS';

/** A version of the secret. Its value is no part of this. */
export interface SecretVersion {
  readonly id: string;
  readonly stages: readonly string[];
  /** Null if Secrets Manager does not say. */
  readonly createdAt: Instant | null;
}

export type SecretFailureCode =
  /** There is no secret of this name, or no such version of it. */
  | 'no-secret'
  | 'not-allowed'
  | 'secrets-unreachable'
  | 'secrets-failed'
  /** The stage to be moved is no longer at the version it was to leave. */
  | 'moved-meanwhile'
  /** A version's value is not a token. */
  | 'not-a-token';

export type SecretFailure = {
  readonly ok: false;
  readonly code: SecretFailureCode;
  /** One line; never holds anything of a value. */
  readonly reason: string;
};

export type SecretResult<T> = { readonly ok: true; readonly value: T } | SecretFailure;

/** One secret's versions. No method throws for a response of Secrets Manager. */
export interface SecretVersions {
  /** Versions that have a stage. */
  readonly list: () => Promise<SecretResult<readonly SecretVersion[]>>;
  readonly token: (versionId: string) => Promise<SecretResult<ServiceToken>>;
  /** Adds a version under an id that the caller made up: repeating it changes nothing. */
  readonly put: (id: string, token: ServiceToken, stage: string) => Promise<SecretResult<null>>;
  /** Moves a stage, on condition that it is still at `from`; without `to` takes it off. */
  readonly move: (stage: string, from: string, to?: string) => Promise<SecretResult<null>>;
}

interface SecretVersionsOptions {
  readonly client: SecretsManagerClient;
  /** Name or ARN. */
  readonly secretId: string;
}

export function createSecretVersions(options: SecretVersionsOptions): SecretVersions {
  const { client, secretId: SecretId } = options;
  return {
    list: () => attempt(SecretId, () => listVersions(client, SecretId)),
    token: async (VersionId) => {
      const got = await attempt(SecretId, () =>
        client.send(new GetSecretValueCommand({ SecretId, VersionId })),
      );
      if (!got.ok) return got;
      const parsed = tokenInSecret(got.value.SecretString ?? '');
      if (parsed.ok) return { ok: true, value: parsed.token };
      const reason = `version ${VersionId} of ${SecretId} holds no token: ${sayTokenFault(parsed.fault)}`;
      return { ok: false, code: 'not-a-token', reason };
    },
    put: async (ClientRequestToken, token, stage) => {
      const command = new PutSecretValueCommand({
        SecretId,
        ClientRequestToken,
        SecretString: token.reveal(),
        VersionStages: [stage],
      });
      return nothingOf(await attempt(SecretId, () => client.send(command)));
    },
    move: async (VersionStage, RemoveFromVersionId, MoveToVersionId) => {
      const command = new UpdateSecretVersionStageCommand({
        SecretId,
        VersionStage,
        RemoveFromVersionId,
        MoveToVersionId,
      });
      const moved = await attempt(SecretId, () => client.send(command));
      if (moved.ok || !moved.reason.endsWith(CONDITION_FAILED)) return nothingOf(moved);
      const reason = `the stages of ${SecretId} are no longer what they were a moment ago: another run is changing them`;
      return { ok: false, code: 'moved-meanwhile', reason };
    },
  };
}

function nothingOf(result: SecretResult<unknown>): SecretResult<null> {
  return result.ok ? { ok: true, value: null } : result;
}

async function listVersions(
  client: SecretsManagerClient,
  SecretId: string,
): Promise<readonly SecretVersion[]> {
  const versions: SecretVersion[] = [];
  for await (const page of paginateListSecretVersionIds({ client }, { SecretId })) {
    for (const { VersionId: id, VersionStages: stages = [], CreatedDate: at } of page.Versions ??
      []) {
      if (id === undefined) continue;
      versions.push({ id, stages, createdAt: at === undefined ? null : instantOf(at.getTime()) });
    }
  }
  return versions;
}

async function attempt<T>(secretId: string, act: () => Promise<T>): Promise<SecretResult<T>> {
  try {
    return { ok: true, value: await act() };
  } catch (error) {
    return failureOf(error, secretId);
  }
}

/** The refusal of a move whose stage is no longer where it was to leave from. */
const CONDITION_FAILED = 'InvalidParameterException';

/** Codes of connections that could not be made, and of those that were lost. */
const UNREACHABLE = /^(ECONN|EAI_|ENOTFOUND|ETIMEDOUT|EHOST|ENET|EPIPE)|^(Timeout|NetworkingError)/;

/** Goes by the names of errors: a message is the provider's, and could repeat its input. */
function failureOf(error: unknown, secretId: string): SecretFailure {
  const name = error instanceof Error ? error.name : typeof error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : name;
  switch (name) {
    case 'ResourceNotFoundException':
      return {
        ok: false,
        code: 'no-secret',
        reason: `the secret ${secretId}, or the version asked for, does not exist; its name is the output TokenSecret of the data stack`,
      };
    case 'AccessDeniedException':
      return {
        ok: false,
        code: 'not-allowed',
        reason: `Secrets Manager does not let these credentials do this with ${secretId}`,
      };
    case 'CredentialsProviderError':
      return { ok: false, code: 'not-allowed', reason: 'there are no AWS credentials to be found' };
    default:
      break;
  }
  if (error instanceof Error && error.message === 'Region is missing') {
    return { ok: false, code: 'secrets-failed', reason: 'no AWS region is set: AWS_REGION' };
  }
  return UNREACHABLE.test(code) || UNREACHABLE.test(name)
    ? {
        ok: false,
        code: 'secrets-unreachable',
        reason: `Secrets Manager cannot be reached: ${code}`,
      }
    : { ok: false, code: 'secrets-failed', reason: `Secrets Manager refused: ${name}` };
}
