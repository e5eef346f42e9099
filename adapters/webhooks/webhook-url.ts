/** Host names are letters, digits and hyphens between dots; a top-level name is never a number. */
const HOST_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** The one port: others are where a company's own services listen, which no event has to reach. */
const PORT = '';

const ACCEPTED_WEBHOOK_URL =
  'an https address of a public host name, as a browser writes it: port 443, no user, no password, no fragment';

/**
 * Why nothing may be posted to an address, whatever it resolves to; null if it may be tried. Names that resolve to
 * private addresses are refused when they are resolved, each time (`adapters/webhooks`).
 */
export function webhookUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return ACCEPTED_WEBHOOK_URL;
  const { protocol, hostname, port, username, password, hash, href } = url;
  // A parser reads more forms than people do: an address in octal, other dots, another case. Approvers see one.
  const isPlain = href === text && protocol === 'https:' && port === PORT && hash === '';
  const isBare = username === '' && password === '';
  return isPlain && isBare && HOST_NAME.test(hostname) ? null : ACCEPTED_WEBHOOK_URL;
}

/** The same on one machine, where a setting of `npm start` permits receivers beside it. */
export function localWebhookUrlProblem(text: string): string | null {
  return isLoopbackUrl(text) ? null : webhookUrlProblem(text);
}

function isLoopbackUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    url.href === text &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    (url.hostname === '127.0.0.1' || url.hostname === 'localhost' || url.hostname === '[::1]') &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  );
}
