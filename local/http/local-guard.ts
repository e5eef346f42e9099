import type { IncomingHttpHeaders } from 'node:http';

/*
 * What this machine alone has, all of it below /local: tokens without a password among it. A program on this machine may
 * have them; a page that a browser shows from anywhere else, another port of this machine included, may not: it could
 * frame them, load them as a script, or read them.
 */

/** Headers of every answer below /local: nothing is kept, sniffed, framed, or embedded by another origin. */
export const LOCAL_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Of the provider, whose pages have a policy of their own: what none of them does without. */
export const IDENTITY_HEADERS: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A browser says where a request comes from; a program says nothing. */
const OWN_SITES: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none']);

type Asked = Pick<IncomingHttpHeaders, 'host' | 'origin'> & IncomingHttpHeaders;

/** Whether a page of another origin asks, whatever for. */
export function isForeign({ host, origin, ...headers }: Asked): boolean {
  const site = headers['sec-fetch-site'];
  if (!OWN_SITES.has(Array.isArray(site) ? site.join() : site)) return true;
  return origin !== undefined && origin !== `http://${host}`;
}

/**
 * The same of the provider. Signing in begins on the page of another origin where a development server has the console:
 * that page may go to it, and call it as the provider permits by its origin; it may embed nothing of it.
 */
export function embedsForeign(headers: Asked): boolean {
  if (!isForeign(headers)) return false;
  const wanted = headers['sec-fetch-dest'];
  return wanted !== undefined && wanted !== 'document' && wanted !== 'empty';
}
