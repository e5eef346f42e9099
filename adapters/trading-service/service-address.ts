/**
 * The fault of a base address of the service ({base_url} of the reference), or null. It is https unless it is on this
 * machine, and nothing in it can be a token.
 */
export function serviceAddressProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return 'is not an address';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return 'must begin with https://; http:// is for a service on this machine only';
  }
  if (url.username !== '' || url.password !== '') return 'must not hold credentials';
  if (url.search !== '' || url.hash !== '') return 'must not hold a query or a fragment';
  if (/\/v1\/?$/.test(url.pathname)) return 'must end before /v1, which every path begins with';
  return null;
}

/** The URL parser has written addresses in their usual form already: 127.1 is 127.0.0.1 here. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
