import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { Secrets, StoredSecret } from './secrets.ts';

/** Secrets Manager's own limit on a value is 64 kB; around it stands some JSON. */
const MAX_REQUEST_BYTES = 256 * 1024;

const TARGET = /^secretsmanager\.(\w+)$/;

/** Secrets Manager's own bounds on the id of a version, which a client makes up. */
const versionId = z.string().min(32).max(64);
const stageName = z.string().min(1).max(256);

const getRequest = z.object({
  SecretId: z.string(),
  VersionId: z.string().optional(),
  VersionStage: z.string().optional(),
});
const describeRequest = z.object({ SecretId: z.string() });
const listRequest = z.object({
  SecretId: z.string(),
  IncludeDeprecated: z.boolean().default(false),
});
const putRequest = z.object({
  SecretId: z.string(),
  ClientRequestToken: versionId.default(() => randomUUID()),
  SecretString: z.string().min(1).max(65_536),
  VersionStages: z.array(stageName).min(1).max(20).optional(),
});
const moveRequest = z.object({
  SecretId: z.string(),
  VersionStage: stageName,
  RemoveFromVersionId: z.string().optional(),
  MoveToVersionId: z.string().optional(),
});

type Answer =
  | { readonly ok: true; readonly body: object }
  | { readonly ok: false; readonly type: string; readonly message: string };

/** True for a request to Secrets Manager. */
export function isSecretsRequest(request: IncomingMessage): boolean {
  return TARGET.test(String(request.headers['x-amz-target']));
}

/**
 * Secrets Manager's protocol (AWS JSON 1.1): GetSecretValue, DescribeSecret, ListSecretVersionIds,
 * PutSecretValue and UpdateSecretVersionStage.
 */
export function serveSecrets(
  secrets: Secrets,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const operation = TARGET.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
  const text = body.length > MAX_REQUEST_BYTES ? '' : body.toString();
  const answer = answerTo(secrets, operation, parseJson(text));
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
    case 'ListSecretVersionIds':
      return withSecret(secrets, listRequest, body, listVersions);
    case 'UpdateSecretVersionStage':
      return withSecret(secrets, moveRequest, body, (secret, move) =>
        moveStage(secrets, secret, move),
      );
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
  // The sent value is not repeated: it may be a secret.
  if (!parsed.success) return refused('InvalidParameterException', 'the request is not understood');
  const secret = secrets.find(parsed.data.SecretId);
  if (secret !== null) return act(secret, parsed.data);
  return refused('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
}

function getValue(secret: StoredSecret, request: z.output<typeof getRequest>): Answer {
  const { VersionId: id, VersionStage: stage = id === undefined ? 'AWSCURRENT' : undefined } =
    request;
  const version =
    id === undefined
      ? secret.versions.find(({ stages }) => stage !== undefined && stages.includes(stage))
      : secret.versions.find((candidate) => candidate.id === id);
  if (version === undefined) {
    const wanted = id === undefined ? `staging label: ${stage}` : `VersionId: ${id}`;
    return refused(
      'ResourceNotFoundException',
      `Secrets Manager can't find the specified secret value for ${wanted}`,
    );
  }
  if (stage !== undefined && !version.stages.includes(stage)) {
    return refused('InvalidRequestException', `the version ${version.id} is not at ${stage}`);
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

/** The versions without any stage are the deprecated ones: kept for a while, listed when asked for. */
function listVersions(secret: StoredSecret, request: z.output<typeof listRequest>): Answer {
  const listed = secret.versions.filter(
    ({ stages }) => stages.length > 0 || request.IncludeDeprecated,
  );
  return accepted({
    ARN: secret.arn,
    Name: secret.name,
    Versions: listed.map(({ id, stages, createdAtMs }) => ({
      VersionId: id,
      VersionStages: stages,
      CreatedDate: createdAtMs / 1_000,
    })),
  });
}

function moveStage(
  secrets: Secrets,
  secret: StoredSecret,
  { VersionStage: stage, ...request }: z.output<typeof moveRequest>,
): Answer {
  const { RemoveFromVersionId: from, MoveToVersionId: to } = request;
  const result = secrets.moveStage(secret, { stage, from, to });
  switch (result) {
    case 'moved':
      return accepted({ ARN: secret.arn, Name: secret.name });
    case 'no-version':
      return refused(
        'ResourceNotFoundException',
        "Secrets Manager can't find the specified secret version.",
      );
    default:
      return refused('InvalidParameterException', REFUSED_MOVES[result](stage));
  }
}

const REFUSED_MOVES = {
  'nothing-asked': () => 'neither RemoveFromVersionId nor MoveToVersionId is given',
  'not-there': (stage: string) => `${stage} is not attached to the version of RemoveFromVersionId`,
  'held-by-another': (stage: string) =>
    `${stage} is attached to another version; RemoveFromVersionId must name it`,
  'current-must-be-somewhere': (stage: string) => `${stage} can only be moved, not taken off`,
} as const;

function putValue(
  secrets: Secrets,
  secret: StoredSecret,
  request: z.output<typeof putRequest>,
): Answer {
  const { ClientRequestToken: id, SecretString: value, VersionStages: stages } = request;
  if (!secrets.put(secret, id, value, stages)) {
    return refused('ResourceExistsException', 'a version of this id has another value already');
  }
  const current = secrets.find(secret.arn)?.versions.find((version) => version.id === id);
  return accepted({
    ARN: secret.arn,
    Name: secret.name,
    VersionId: id,
    VersionStages: current?.stages ?? [],
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
