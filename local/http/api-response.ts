import type { OutgoingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { PROBLEMS, problemType } from '../../api/problems/problem-table.ts';

const structured = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  cookies: z.array(z.string()).optional(),
  body: z.string().optional(),
  isBase64Encoded: z.boolean().optional(),
});

export interface HttpResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** API Gateway's own messages: one word for people, no more. */
export function gatewayResponse(
  status: number,
  message: string,
  headers: OutgoingHttpHeaders = {},
): HttpResponse {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ message })),
  };
}

/**
 * A request beyond the stage's limits. API Gateway itself says no more than `message`, as application/json
 * and without Retry-After; what is added here is what a client may be told on top of it, not count on.
 */
export function throttledResponse(retryAfterSeconds: number, requestId: string): HttpResponse {
  const code = 'throttled';
  const { status, title } = PROBLEMS[code];
  const message = 'Too Many Requests';
  const body = { type: problemType(code), code, title, status, message, requestId };
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'retry-after': String(retryAfterSeconds),
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/**
 * The HTTP answer in what a function returned: its own status, headers and body, or, where it is
 * not of that form, the value itself as JSON with 200.
 */
export function httpResponse(payload: string): HttpResponse {
  const value: unknown = JSON.parse(payload);
  const hasStatus = typeof value === 'object' && value !== null && 'statusCode' in value;
  if (!hasStatus) {
    const body = typeof value === 'string' ? value : payload;
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    };
  }
  const parsed = structured.safeParse(value);
  if (!parsed.success) return gatewayResponse(500, 'Internal Server Error');
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded } = parsed.data;
  const lowered = Object.fromEntries(
    Object.entries(headers).map(([name, each]) => [name.toLowerCase(), String(each)]),
  );
  return {
    status: statusCode,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...lowered,
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}
