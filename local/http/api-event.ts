import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LOCAL_ACCOUNT } from '../assembly/local-names.ts';
import type { Authorisation } from './authoriser.ts';
import { decoded, type RouteMatch } from './routes.ts';

/** Content types whose bodies API Gateway hands on as text; any other travels as base64. */
const TEXT_TYPES = /^(text\/|application\/(json|javascript|xml|[\w.+-]+\+(json|xml))\b)/i;

export interface EventParts {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly body: Buffer;
  readonly match: RouteMatch;
  readonly apiId: string;
  readonly authorisation: (Authorisation & { readonly ok: true }) | null;
  readonly requestId?: string;
  readonly nowMs?: number;
}

/** The event of an HTTP API's request, payload format 2.0. */
export function apiEvent(parts: EventParts): object {
  const { request, url, body, match } = parts;
  const { cookie, ...headers } = flatHeaders(request);
  const query = queryOf(url);
  return {
    version: '2.0',
    routeKey: match.route.key,
    rawPath: decoded(url.pathname),
    rawQueryString: url.search.replace(/^\?/, ''),
    ...(cookie !== undefined && { cookies: cookie.split(/; */) }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    requestContext: requestContext(parts, headers),
    ...(Object.keys(match.pathParameters).length > 0 && { pathParameters: match.pathParameters }),
    ...bodyOf(body, headers['content-type']),
  };
}

function requestContext(parts: EventParts, headers: Readonly<Record<string, string>>): object {
  const { request, url, match, apiId, authorisation } = parts;
  const { requestId = randomUUID(), nowMs = Date.now() } = parts;
  return {
    accountId: LOCAL_ACCOUNT,
    apiId,
    ...(authorisation !== null && {
      authorizer: { jwt: { claims: authorisation.claims, scopes: authorisation.scopes } },
    }),
    domainName: headers.host ?? 'localhost',
    domainPrefix: 'localhost',
    http: {
      method: request.method ?? '',
      path: decoded(url.pathname),
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? '',
      userAgent: headers['user-agent'] ?? '',
    },
    requestId,
    routeKey: match.route.key,
    stage: '$default',
    time: commonLogTime(nowMs),
    timeEpoch: nowMs,
  };
}

function flatHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [
      name,
      (values ?? []).join(name === 'cookie' ? '; ' : ','),
    ]),
  );
}

/** A parameter that comes several times is one text with commas. */
function queryOf(url: URL): Readonly<Record<string, string>> {
  const names = [...new Set(url.searchParams.keys())];
  return Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name).join(',')]));
}

function bodyOf(body: Buffer, contentType: string | undefined): object {
  if (body.length === 0) return { isBase64Encoded: false };
  return TEXT_TYPES.test(contentType ?? '')
    ? { body: body.toString(), isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true };
}

/** `21/Nov/2026:10:06:51 +0000` */
function commonLogTime(ms: number): string {
  const [, day, month, year, time] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(ms).toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
