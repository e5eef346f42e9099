/** The page of every route of the console; the script in it shows which. */
export const PAGE = 'index.html';

/** A route of the page whose answer has the browser forget what it kept; `console/session/sign-out.ts` asks for it. */
export const SIGNED_OUT_PATH = '/signed-out';

/** The settings of a stage, read by the page when it starts: the files are the same for every stage. */
export const CONFIGURATION_FILE = 'config.json';

/** Metadata of the page's object: its Content-Security-Policy, which names the API and the issuer of the stage. */
export const PAGE_POLICY_METADATA = 'page-policy';

/**
 * Paths that name a file: those of the build's hashed files, and names with an ending at the top. Anything else is a route of
 * the page, whatever stands in it: ids of currencies and instructions may have dots. A missing file is 404 and never the page.
 */
export const FILE_PATH: RegExp = /^\/(assets\/.*|[^/]+\.[^/]+)$/;

/** Their names hold a digest of their content: another content has another name. */
const HASHED = /^assets\//;

/** A year, the most that caches honour. */
const HASHED_CACHING = 'public, max-age=31536000, immutable';

/** The page and the settings name the newest of everything else: a copy of them would hide a deployment. */
export const UNCACHED = 'no-store';

/** Seconds for what has neither: icons of the browser's tab. */
const OTHER_CACHING = 'public, max-age=3600';

/** How long a browser may keep a file, by its name in the build. */
export function cachingOf(name: string): string {
  if (HASHED.test(name)) return HASHED_CACHING;
  return [PAGE, CONFIGURATION_FILE].includes(name) ? UNCACHED : OTHER_CACHING;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/**
 * The media type of a file of the build.
 * @throws Error for an ending that is not known: with `nosniff`, a browser would refuse the file.
 */
export function mediaTypeOf(name: string): string {
  const type = MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`the media type of ${name} is not known`);
  return type;
}
