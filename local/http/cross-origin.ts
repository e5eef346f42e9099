import type { IncomingHttpHeaders } from 'node:http';
import type { CrossOriginModel } from '../assembly/model.ts';

/** Headers of a response to a browser at an allowed origin; none for all other callers. */
export function crossOriginHeaders(
  model: CrossOriginModel | null,
  { origin }: IncomingHttpHeaders,
): Readonly<Record<string, string>> {
  if (model === null || !isAllowed(model, origin)) return {};
  return {
    'access-control-allow-origin': origin ?? '*',
    vary: 'origin',
    ...(model.exposeHeaders.length === 0
      ? {}
      : { 'access-control-expose-headers': model.exposeHeaders.join(',') }),
  };
}

/** The response to a browser's preflight request; null if it did not send one. */
export function preflightHeaders(
  model: CrossOriginModel | null,
  method: string | undefined,
  headers: IncomingHttpHeaders,
): Readonly<Record<string, string>> | null {
  const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  if (model === null || !asks) return null;
  if (!isAllowed(model, headers.origin)) return {};
  return {
    ...crossOriginHeaders(model, headers),
    'access-control-allow-methods': model.allowMethods.join(','),
    'access-control-allow-headers': model.allowHeaders.join(','),
    'access-control-max-age': String(model.maxAgeSeconds),
  };
}

function isAllowed({ allowOrigins }: CrossOriginModel, origin: string | undefined): boolean {
  return origin !== undefined && (allowOrigins.includes(origin) || allowOrigins.includes('*'));
}
