import { devNull } from 'node:os';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { LOCAL_REGION } from '../assembly/local-names.ts';
import type { FunctionModel } from '../assembly/model.ts';

export interface LocalEndpoints {
  readonly dynamodb: string;
  /** EventBridge, Lambda and Secrets Manager, all on one address. */
  readonly services: string;
  /** Proves to the local endpoints that a request comes from this stack's functions. */
  readonly sessionToken: string;
  /** Signs those requests; unlike the token it is in no address that a function hands out. */
  readonly secretKey: string;
}

/**
 * A function's environment: what Lambda sets, what the template says, and where this machine's
 * endpoints are. Nothing of the person's shell gets in, least of all their AWS credentials.
 */
export function functionEnvironment(
  model: FunctionModel,
  endpoints: LocalEndpoints,
  overrides: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  // No template has the setting by which receivers on this machine are permitted.
  const present = Object.entries(overrides).filter(
    ([name]) => name in model.environment || name === VARIABLES.loopbackWebhooks,
  );
  return {
    ...model.environment,
    ...Object.fromEntries(present),
    AWS_REGION: LOCAL_REGION,
    AWS_DEFAULT_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: endpoints.secretKey,
    AWS_SESSION_TOKEN: endpoints.sessionToken,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_EVENTBRIDGE: endpoints.services,
    AWS_ENDPOINT_URL_KMS: endpoints.services,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.services,
    AWS_ENDPOINT_URL_S3: endpoints.services,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.services,
    AWS_LAMBDA_FUNCTION_NAME: model.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(model.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/local/${model.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    POWERTOOLS_DEV: 'false',
    // There is no daemon that would take traces.
    POWERTOOLS_TRACE_ENABLED: 'false',
    AWS_XRAY_CONTEXT_MISSING: 'IGNORE_ERROR',
    TZ: 'UTC',
  };
}
