/** A limit of the platform and how much of it a number of clients takes. */
export interface QuotaUse {
  readonly quota: string;
  readonly limit: number;
  readonly used: number;
  /** What to set or ask for before it is reached. */
  readonly remedy: string;
}

/** The smallest number of clients at which a limit is exceeded, limit by limit; null: at none of `steps`. */
export function reachedAt(
  quotasAt: (clients: number) => readonly QuotaUse[],
  steps: readonly number[],
): ReadonlyMap<string, number | null> {
  const reached = new Map<string, number | null>();
  for (const clients of steps) {
    for (const { quota, limit, used } of quotasAt(clients)) {
      if (used > limit && (reached.get(quota) ?? null) === null) reached.set(quota, clients);
      else if (!reached.has(quota)) reached.set(quota, null);
    }
  }
  return reached;
}

/** What was measured of each of several things, with so many clients. */
export interface SizesAt {
  readonly clients: number;
  readonly sizes: readonly number[];
}

/**
 * The largest size with so many clients, where each grows by the same with every client: each by itself, since
 * the one that is largest with many is not the one that is with few.
 */
export function largestAt(clients: number, few: SizesAt, some: SizesAt): number {
  return Math.max(
    ...some.sizes.map((size, index) => {
      const before = few.sizes[index] ?? size;
      const each = (size - before) / (some.clients - few.clients);
      return Math.round(before + each * (clients - few.clients));
    }),
  );
}
