import type { IncomingHttpHeaders } from 'node:http';
import type { CrossOriginModel } from '../assembly/model.ts';
import { isLoopback } from '../network/loopback.ts';

/** What browsers may do where the template lets none call: here a development server's pages may. */
const NO_TEMPLATE: CrossOriginModel = {
  allowOrigins: [],
  allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowHeaders: ['*', 'authorization'],
  exposeHeaders: ['*'],
  maxAgeSeconds: 0,
};

/** Headers of a response to a browser at an allowed origin; none for all other callers. */
export function crossOriginHeaders(
  template: CrossOriginModel | null,
  { origin }: IncomingHttpHeaders,
): Readonly<Record<string, string>> {
  const model = template ?? NO_TEMPLATE;
  if (!isAllowed(model, origin)) return {};
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
  template: CrossOriginModel | null,
  method: string | undefined,
  headers: IncomingHttpHeaders,
): Readonly<Record<string, string>> | null {
  const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  const model = template ?? NO_TEMPLATE;
  if (!asks || (template === null && !isAllowed(model, headers.origin))) return null;
  if (!isAllowed(model, headers.origin)) return {};
  return {
    ...crossOriginHeaders(model, headers),
    'access-control-allow-methods': model.allowMethods.join(','),
    'access-control-allow-headers': model.allowHeaders.join(','),
    'access-control-max-age': String(model.maxAgeSeconds),
  };
}

/** The template's origins, and pages served by this machine itself, on whichever port. */
function isAllowed({ allowOrigins }: CrossOriginModel, origin: string | undefined): boolean {
  if (origin === undefined) return false;
  return isLoopback(origin) || allowOrigins.includes(origin) || allowOrigins.includes('*');
}
