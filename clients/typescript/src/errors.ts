import { PROBLEMS, type ProblemCode } from './generated/problems.ts';

/** One field that was not accepted. */
export interface FieldProblem {
  readonly field: string;
  readonly pointer?: string;
  readonly seen: string;
  readonly accepted: string;
  readonly code?: string;
}

interface ProblemBody {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly requestId: string;
  readonly detail?: string;
  readonly fields?: readonly FieldProblem[];
}

/** Everything that this client throws of itself. */
export abstract class SluiceError extends Error {
  override readonly name: string = 'SluiceError';
}

/** A refusal or a failure that the API explains: an RFC 9457 problem. */
export class SluiceProblem extends SluiceError {
  override readonly name = 'SluiceProblem';
  /** Stable. Of the closed list, unless the API is newer than this client. */
  readonly code: ProblemCode | (string & {});
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly fields: readonly FieldProblem[];
  readonly requestId: string;
  readonly retryAfterSeconds: number | undefined;
  /** All that the answer said, further members included. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(body: ProblemBody, retryAfterSeconds: number | undefined) {
    super(body.detail === undefined ? body.title : `${body.title}: ${body.detail}`);
    this.code = body.code;
    this.status = body.status;
    this.title = body.title;
    this.detail = body.detail;
    this.fields = body.fields ?? [];
    this.requestId = body.requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = { ...body };
  }

  /** What helps, as docs/problems.md has it; undefined for a code that this client does not know. */
  get help(): string | undefined {
    return isProblemCode(this.code) ? PROBLEMS[this.code].help : undefined;
  }
}

/** An answer of the gateway before the API: 401 without a valid token, 429, an unknown path. It is no problem+json. */
export class SluiceGatewayError extends SluiceError {
  override readonly name = 'SluiceGatewayError';
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, headers: Headers) {
    super(`${status}: ${message}`);
    this.status = status;
    this.requestId = headers.get('apigw-requestid') ?? undefined;
    this.retryAfterSeconds = retryAfterOf(headers);
  }
}

/**
 * No answer came. A read can be repeated. A write may have been carried out: repeat it with the same
 * `idempotencyKey`, or, where its route takes none, read what it would have changed.
 */
export class SluiceUnanswered extends SluiceError {
  override readonly name = 'SluiceUnanswered';
  readonly isWrite: boolean;
  readonly idempotencyKey: string | undefined;

  constructor(reason: string, call: { isWrite: boolean; idempotencyKey: string | undefined }) {
    super(reason);
    this.isWrite = call.isWrite;
    this.idempotencyKey = call.idempotencyKey;
  }
}

/** Whether this was thrown for one of these problems; any problem if no code is named. */
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is SluiceProblem & { readonly code: Code } {
  if (!(error instanceof SluiceProblem)) return false;
  return codes.length === 0 || codes.some((code) => code === error.code);
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** The error that a response stands for, which is no success. */
export function errorOf(response: Response, body: unknown): SluiceProblem | SluiceGatewayError {
  if (isProblemBody(body)) return new SluiceProblem(body, retryAfterOf(response.headers));
  const message = hasMessage(body) ? body.message : response.statusText;
  return new SluiceGatewayError(response.status, message, response.headers);
}

/** The one form of an HTTP date (RFC 9110, 5.6.7) that does not say that it is in UTC: "Sun Nov  6 08:49:37 1994". */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Seconds of a Retry-After header, which may also name a moment. */
export function retryAfterOf(headers: Headers, nowMs = Date.now()): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number.parseInt(text, 10);
  const atMs = Date.parse(ASCTIME.test(text) ? `${text} GMT` : text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}

function isProblemBody(body: unknown): body is ProblemBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    ['code', 'title', 'requestId'].every((name) => typeof Reflect.get(body, name) === 'string') &&
    typeof Reflect.get(body, 'status') === 'number'
  );
}

function hasMessage(body: unknown): body is { readonly message: string } {
  return typeof body === 'object' && body !== null && 'message' in body
    ? typeof body.message === 'string'
    : false;
}
