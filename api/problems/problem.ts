import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import { declared, type ProblemCode, problemType } from './problem-table.ts';

/** One field that was not acceptable: where, the value seen, the accepted values. */
export interface FieldProblem {
  /** The name of a header or parameter; of a field of the body, the names on the way to it. */
  readonly field: string;
  /** The same of a body or query as a JSON Pointer (RFC 6901): names may hold dots. */
  readonly pointer?: string;
  readonly seen: string;
  readonly accepted: string;
  /** The fault, if it has a code of its own. */
  readonly code?: string;
}

/** The details of one response beyond those that all of its code have. */
export interface ProblemDetails {
  readonly detail?: string | undefined;
  readonly fields?: readonly FieldProblem[] | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Other seconds than those that the table has for the code. */
  readonly retryAfterSeconds?: number | undefined;
  /** Further members, such as the instruction concerned. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A problem as RFC 9457 has it; `code` is stable, makes the type, and stands beside it. */
export interface Problem extends ProblemDetails {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
}

/** A problem of the table, with the details of this one. */
export function problem(
  code: ProblemCode,
  { retryAfterSeconds, ...details }: ProblemDetails = {},
): Problem {
  const { status, title, retryAfter } = declared(code);
  const seconds = retryAfterSeconds ?? (retryAfter === 'varies' ? undefined : retryAfter);
  const headers =
    seconds === undefined ? details.headers : { ...details.headers, 'retry-after': `${seconds}` };
  return { code, status, title, ...details, ...(headers === undefined ? {} : { headers }) };
}

/** Headers of every answer: nothing is sniffed, nothing is framed, and nothing is cached but reads (`router/deliver.ts`). */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

export interface HttpResponse extends APIGatewayProxyStructuredResultV2 {
  /** What the ETag of a read covers, where its body is said to one reader: the same as every reader may have it. */
  readonly covered?: string;
  readonly say?: never;
}

/** An answer that says something to people: the router says it to whoever asks (`router/say.ts`). */
export interface SaidResponse {
  readonly status: number;
  readonly say: (reader: Reader) => unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    statusCode: status,
    headers: { ...SECURITY_HEADERS, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Of a route that is declared so: facts that are said in the caller's language. */
export function saidJson(
  status: number,
  say: SaidResponse['say'],
  headers: SaidResponse['headers'] = {},
): SaidResponse {
  return { status, say, headers };
}

/** The problem as an answer; the request id is in every one, so that people can quote it. */
export function problemResponse(problem: Problem, requestId: string): HttpResponse {
  const { status, code, title, detail, fields, members, headers } = problem;
  return {
    statusCode: status,
    headers: { ...SECURITY_HEADERS, 'content-type': 'application/problem+json', ...headers },
    body: JSON.stringify({
      type: problemType(code),
      code,
      title,
      status,
      detail,
      fields,
      requestId,
      ...members,
    }),
  };
}

/** Thrown inside a handler to answer with a problem; any other exception becomes a 500. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}
