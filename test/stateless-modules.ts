import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Modules without state: Node loads them once for a worker, by itself, and with them whatever they import. Everything
 * else that a test imports is made anew for each file, and with each deployment of the functions; the schemas of the
 * domain took half of that. Not among them: what holds a client, a logger or a measure, what imports such a thing, and
 * what a test puts something in the place of.
 */
export const STATELESS = [
  'treasury/(?!preview/)',
  'adapters/(?!seals/)',
  'sandbox/',
  // To publish takes the clients of the deployment, and its logger.
  'api/events/(?!connect-publisher|publish-records)',
  'api/(?:examples|problems|requests|responses)/',
  'api/roles/(?!authorisation)',
  // What tests put smaller limits into stands in treasury/preview and reporting/exports.
  'api/routes/(?!preview|routes\\.ts|declared/preview)',
  'reporting/(?:formats|reports|responses|analytics)/',
  'test/generative/(?:document|schemas)\\.ts',
  'test/canary/canary\\.ts',
].map((place) => new RegExp(`^${ROOT.replaceAll(/[^\w/]/g, '\\$&')}/${place}`));

/** `file`: an absolute path. */
export const isStateless = (file: string): boolean => STATELESS.some((place) => place.test(file));
