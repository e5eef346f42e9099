import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { readBody } from '../network/read-body.ts';
import type { Secrets, StoredSecret } from './secrets.ts';

/** Secrets Manager's own limit on a value is 64 kB; around it stands some JSON. */
const MAX_REQUEST_BYTES = 256 * 1024;

const TARGET = /^secretsmanager\.(\w+)$/;

const getRequest = z.object({
  SecretId: z.string(),
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
});
const describeRequest = z.object({ SecretId: z.string() });
const putRequest = z.object({
  SecretId: z.string(),
  ClientRequestToken: z.string().default(() => randomUUID()),
  SecretString: z.string(),
  VersionStages: z.array(z.string()).min(1).optional(),
});

type Answer =
  | { readonly ok: true; readonly body: object }
  | { readonly ok: false; readonly type: string; readonly message: string };

/** True for a request to Secrets Manager. */
export function isSecretsRequest(request: IncomingMessage): boolean {
  return TARGET.test(String(request.headers['x-amz-target']));
}

/** Secrets Manager's protocol (AWS JSON 1.1): GetSecretValue, DescribeSecret and PutSecretValue. */
export async function serveSecrets(
  secrets: Secrets,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const operation = TARGET.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
  const body = await readBody(request, MAX_REQUEST_BYTES);
  const answer = answerTo(secrets, operation, parseJson(body?.toString() ?? ''));
  response.setHeader('x-amzn-requestid', randomUUID());
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  if (answer.ok) {
    response.writeHead(200).end(JSON.stringify(answer.body));
    return;
  }
  const { type, message } = answer;
  response.writeHead(400).end(JSON.stringify({ __type: type, Message: message }));
}

function answerTo(secrets: Secrets, operation: string, body: unknown): Answer {
  switch (operation) {
    case 'GetSecretValue':
      return withSecret(secrets, getRequest, body, getValue);
    case 'DescribeSecret':
      return withSecret(secrets, describeRequest, body, describe);
    case 'PutSecretValue':
      return withSecret(secrets, putRequest, body, (secret, put) => putValue(secrets, secret, put));
    default:
      return refused('UnknownOperationException', `${operation} is not served locally`);
  }
}

function withSecret<T extends { readonly SecretId: string }>(
  secrets: Secrets,
  schema: z.ZodType<T>,
  body: unknown,
  act: (secret: StoredSecret, request: T) => Answer,
): Answer {
  const parsed = schema.safeParse(body);
  // What was sent is not repeated: it may be a secret.
  if (!parsed.success) return refused('InvalidParameterException', 'the request is not understood');
  const secret = secrets.find(parsed.data.SecretId);
  if (secret !== null) return act(secret, parsed.data);
  return refused('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
}

function getValue(secret: StoredSecret, request: z.output<typeof getRequest>): Answer {
  const { VersionId: id, VersionStage: stage = id === undefined ? 'AWSCURRENT' : undefined } =
    request;
  const version = secret.versions.find(
    (candidate) =>
      (id === undefined || candidate.id === id) &&
      (stage === undefined || candidate.stages.includes(stage)),
  );
  if (version === undefined) {
    const wanted = stage === undefined ? `VersionId: ${id}` : `staging label: ${stage}`;
    return refused(
      'ResourceNotFoundException',
      `Secrets Manager can't find the specified secret value for ${wanted}`,
    );
  }
  return accepted({
    ARN: secret.arn,
    Name: secret.name,
    VersionId: version.id,
    SecretString: version.value,
    VersionStages: version.stages,
    CreatedDate: version.createdAtMs / 1_000,
  });
}

function describe(secret: StoredSecret): Answer {
  const stages = secret.versions
    .filter((version) => version.stages.length > 0)
    .map((version) => [version.id, version.stages]);
  return accepted({
    ARN: secret.arn,
    Name: secret.name,
    RotationEnabled: false,
    VersionIdsToStages: Object.fromEntries(stages),
  });
}

function putValue(
  secrets: Secrets,
  secret: StoredSecret,
  request: z.output<typeof putRequest>,
): Answer {
  const { ClientRequestToken: id, SecretString: value, VersionStages: stages } = request;
  if (!secrets.put(secret, id, value, stages)) {
    return refused('ResourceExistsException', 'a version of this id has another value already');
  }
  return accepted({
    ARN: secret.arn,
    Name: secret.name,
    VersionId: id,
    VersionStages: stages ?? ['AWSCURRENT'],
  });
}

function accepted(body: object): Answer {
  return { ok: true, body };
}

function refused(type: string, message: string): Answer {
  return { ok: false, type, message };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
