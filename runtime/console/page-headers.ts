/*
 * The headers of the console's pages and files. The deployment and the local stack send the same: both derive them from
 * here, so what holds in the browser tests holds in the cloud.
 */

/** The parts of a page that come from its own address; everything else is refused. */
const OWN_PARTS = [
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
];

/** The end of every policy: no form is sent, no base is set, and no page of another site frames this one. */
const SHUT = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

/**
 * The Content-Security-Policy of the page. `origins` are those that it calls beside its own: the API and the issuer.
 * @throws Error for text that is no origin: it could open the policy.
 */
export function pagePolicy(origins: readonly string[]): string {
  const called = [...new Set(origins)];
  for (const origin of called) {
    if (!isOrigin(origin)) throw new Error(`${origin} is no origin`);
  }
  return [
    "default-src 'none'",
    ...OWN_PARTS,
    // Icons within style sheets are data.
    "img-src 'self' data:",
    ['connect-src', "'self'", ...called].join(' '),
    ...SHUT,
  ].join('; ');
}

/** The policy of a file that is no page: opened by itself, it can do nothing. */
export const FILE_POLICY: string = ["default-src 'none'", ...SHUT].join('; ');

/** On the page and on every file. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Addresses name currencies and instructions: no other site learns them.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * Of the path that the console asks for when a person signs out: the browser forgets what it kept of this origin's answers.
 * What it stored stays: the tab's mark that it signed out, and how a person likes the page.
 */
export const SIGNED_OUT_HEADERS: Readonly<Record<string, string>> = {
  'clear-site-data': '"cache"',
};

/** Two years, as the lists that browsers ship with ask for; only where there is TLS. */
export const STRICT_TRANSPORT_SECONDS: number = 2 * 365 * 24 * 3_600;

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.origin === text &&
    ['https:', 'http:'].includes(url.protocol) &&
    /^[a-z0-9.:[\]/-]+$/.test(text)
  );
}
