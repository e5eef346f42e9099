/** An answer before it is written: a fault may still spoil it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

export function jsonResponse(value: unknown, status = 200): Answer {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(value) };
}

/**
 * The sandbox's errors: the reference shows none (part 7), so these are what a careful service would
 * answer, as problem details (RFC 9457). A code has one status and one title, always.
 */
const PROBLEMS = {
  'malformed-request': [400, 'The request could not be read'],
  'invalid-body': [400, 'The request body is not valid'],
  'ambiguous-credentials': [400, 'The token was given more than once'],
  'missing-token': [401, 'A token is required'],
  'invalid-token': [401, 'The token is not accepted'],
  'read-only-token': [403, 'The token may only read'],
  'not-loopback': [403, 'Only this machine may use the control endpoints'],
  'browser-refused': [403, 'A browser may not use the control endpoints'],
  'unknown-path': [404, 'There is nothing at this path'],
  'unknown-withdrawal-account': [404, 'The withdrawal account is not registered'],
  'method-not-allowed': [405, 'The path does not take this method'],
  'account-under-review': [409, 'The withdrawal account is under review'],
  'queue-full': [409, 'The queue of faults is full'],
  'body-too-large': [413, 'The request body is too large'],
  'unsupported-media-type': [415, 'The request body must be application/json'],
  'amount-not-positive': [422, 'The amount must be more than zero'],
  'amount-too-fine': [422, 'The amount has too many fraction digits'],
  'insufficient-balance': [422, 'The available balance is too small'],
  'unknown-instrument': [422, 'The instrument is not traded here'],
  'price-not-positive': [422, 'The price must be more than zero'],
  'price-too-fine': [422, 'The price has too many fraction digits'],
  'price-not-marketable': [422, 'The market is not at this price'],
  'price-too-far': [422, 'The price is too far from the market'],
  'rate-limited': [429, 'Too many requests'],
  'internal-error': [500, 'The sandbox failed'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;
export type ProblemCode = keyof typeof PROBLEMS;

export function problem(
  code: ProblemCode,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const [status, title] = PROBLEMS[code];
  return problemResponse(
    status,
    { type: `urn:sandbox-service:problem:${code}`, title, detail },
    headers,
  );
}

/** A problem body of any status, also of those that only a fault answers with. */
export function problemResponse(
  status: number,
  body: { readonly type: string; readonly title: string; readonly detail: string },
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const { type, title, detail } = body;
  return {
    status,
    headers: { ...JSON_HEADERS, 'content-type': 'application/problem+json', ...headers },
    body: JSON.stringify({ type, title, status, detail }),
  };
}
