/** A limit of the platform and how much of it a number of tenants takes. */
export interface QuotaUse {
  readonly quota: string;
  readonly limit: number;
  readonly used: number;
  /** The setting to change or the quota to request before it is reached. */
  readonly remedy: string;
}

/** The smallest number of tenants at which a limit is exceeded, limit by limit; null: at none of `steps`. */
export function reachedAt(
  quotasAt: (tenants: number) => readonly QuotaUse[],
  steps: readonly number[],
): ReadonlyMap<string, number | null> {
  const reached = new Map<string, number | null>();
  for (const tenants of steps) {
    for (const { quota, limit, used } of quotasAt(tenants)) {
      if (used > limit && (reached.get(quota) ?? null) === null) reached.set(quota, tenants);
      else if (!reached.has(quota)) reached.set(quota, null);
    }
  }
  return reached;
}

/** What was measured of each of several things, with so many tenants. */
export interface SizesAt {
  readonly tenants: number;
  readonly sizes: readonly number[];
}

/**
 * The largest size with so many tenants, where each grows by the same with every tenant: each by itself, since
 * the one that is largest with many is not the one that is with few.
 */
export function largestAt(tenants: number, few: SizesAt, some: SizesAt): number {
  return Math.max(
    ...some.sizes.map((size, index) => {
      const before = few.sizes[index] ?? size;
      const each = (size - before) / (some.tenants - few.tenants);
      return Math.round(before + each * (tenants - few.tenants));
    }),
  );
}
