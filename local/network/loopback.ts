/** Names by which a machine calls itself; no page of the internet can be served from one. */
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether an address (an origin, a redirect) is this machine's own, on whichever port. */
export function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    LOOPBACK_HOSTS.includes(url.hostname) &&
    url.username === '' &&
    url.password === ''
  );
}
