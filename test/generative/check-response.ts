import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Operation } from './document.ts';
import { misfit } from './schemas.ts';
import type { WireAnswer } from './world/wire.ts';

/** On every answer of a function, whatever it says. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

const PROBLEM_TYPE = 'application/problem+json';

/** Statuses where waiting helps: the answer says for how long. */
const WAITING: ReadonlySet<number> = new Set([429, 503]);

const LISTED = readFileSync(path.resolve(import.meta.dirname, '../../docs/problems.md'), 'utf8');

/** What is wrong with an answer, held against the document. Nothing is, where the list is empty. */
export function wrongWith(operation: Operation | null, answer: WireAnswer): readonly string[] {
  const { status } = answer;
  if (status >= 500 && !isRejection(answer)) return [`the answer is a ${status}`];
  if (operation === null) return wrongWithGateway(answer, [404]);
  const response = operation.responses[status];
  if (response === undefined) return [`${operation.operationId} documents no ${status}`];
  if (status === 304) {
    return [
      ...wrongHeaders(operation, answer),
      ...(answer.body.length > 0 ? ['a body with 304'] : []),
    ];
  }
  const type = (answer.headers['content-type'] ?? 'none').split(';')[0] ?? '';
  if (response.content?.[type] === undefined) {
    return [`${operation.operationId} documents no ${type} with ${status}`];
  }
  const body = type.endsWith('json') ? parsed(answer) : answer.body.toString('utf8');
  if (body === undefined) return ['the body is not JSON'];
  const misfitting = misfit(operation, status, type, body);
  return [
    ...(misfitting === null ? [] : [`not as documented: ${misfitting}`]),
    ...wrongHeaders(operation, answer),
    ...(type === PROBLEM_TYPE ? wrongWithProblem(operation, answer, body as Problem) : []),
  ];
}

/** The one answer of a 5xx that is right here: the service itself rejected a trade, and said why. */
function isRejection({ status, body }: WireAnswer): boolean {
  return status === 502 && body.includes('"type":"urn:sluice:problem:trade-rejected"');
}

interface Problem {
  readonly type: string;
  readonly status: number;
  readonly requestId: string;
}

function wrongWithProblem(
  operation: Operation,
  { status, headers }: WireAnswer,
  problem: Problem,
): readonly string[] {
  const code = problem.type.replace('urn:sluice:problem:', '');
  const codes = operation.responses[status]?.['x-problems'] ?? [];
  return [
    ...(codes.includes(code)
      ? []
      : [`${operation.operationId} documents no ${code} with ${status}`]),
    ...(LISTED.includes(`\`${code}\``) ? [] : [`docs/problems.md does not list ${code}`]),
    ...(problem.status === status ? [] : [`the problem says ${problem.status}`]),
    ...(problem.requestId === headers['apigw-requestid']
      ? []
      : [`the request id is ${problem.requestId}, not ${headers['apigw-requestid']}`]),
  ];
}

function wrongHeaders(operation: Operation, { status, headers }: WireAnswer): readonly string[] {
  // Who has no token is answered by the gateway: no function is asked.
  if (status === 401) {
    return headers['www-authenticate'] === undefined ? ['no WWW-Authenticate with 401'] : [];
  }
  const cached = operation.method === 'GET' && (status === 200 || status === 304);
  const isKept = cached && operation.responses[304] !== undefined;
  const expected = {
    ...SECURITY_HEADERS,
    'cache-control': isKept ? 'private, no-cache' : 'no-store',
  };
  const missing = Object.entries(expected)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => `${name} is ${headers[name] ?? 'missing'}`);
  const required = Object.entries(operation.responses[status]?.headers ?? {})
    .filter(
      ([name, header]) => header.required === true && headers[name.toLowerCase()] === undefined,
    )
    .map(([name]) => `${name} is missing, and documented with ${status}`);
  const waiting = WAITING.has(status) && headers['retry-after'] === undefined;
  return [
    ...missing,
    ...required,
    ...(waiting ? ['Retry-After is missing'] : []),
    ...(headers['set-cookie'] === undefined ? [] : ['a cookie is set']),
  ];
}

/** The gateway's own words: one field, and no more. */
function wrongWithGateway(answer: WireAnswer, statuses: readonly number[]): readonly string[] {
  const body = parsed(answer);
  const isOwn =
    statuses.includes(answer.status) &&
    typeof body === 'object' &&
    body !== null &&
    Object.keys(body).join() === 'message';
  return isOwn ? [] : [`no operation of the document, and answered with ${answer.status}`];
}

function parsed({ body }: WireAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
