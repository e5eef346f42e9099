/**
 * The purposes of a seed. Each purpose draws from a stream of its own, so that, say, one more withdrawal does not
 * change the prices. Price streams start at `prices` and take one per currency. The numbers are free; `splitting` has
 * one at which the default seed's first withdrawals are plain.
 */
export const STREAM = {
  splitting: 8,
  fills: 2,
  latency: 3,
  activity: 4,
  prices: 100,
} as const;

/**
 * The n-th 32-bit number of a stream of a seed: a hash of the three, so that any of them can be
 * asked for without drawing those before it. Not for secrets.
 */
function random32(seed: number, stream: number, n: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  hash = mix(hash ^ Math.imul(stream + 1, 0xc2b2ae35));
  return mix(hash ^ Math.imul(n + 1, 0x27d4eb2f));
}

/** The n-th whole number in 0..bound-1. The bias of the remainder is far below what anyone sees. */
export function randomBelow(bound: number, seed: number, stream: number, n: number): number {
  return random32(seed, stream, n) % bound;
}

function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}
