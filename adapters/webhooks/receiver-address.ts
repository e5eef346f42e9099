import { lookup } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address that a name stands for. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Global unicast of IPv6: everything else is local, translated, or not given out. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** What only public addresses are: none of a network of ours, of this machine, or of the cloud's own services. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // An IPv4 address in the form of IPv6 is what it is in IPv4.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}

/** This machine: only where a setting permits receivers beside Sluice. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';
}

/** Every address of a name, in the order of the resolver; a name that is an address stands for itself. */
export const resolveAll: Resolve = async (hostname) => {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) !== 0) return [{ address: bare, family: isIPv6(bare) ? 6 : 4 }];
  return await lookup(hostname, { all: true });
};
