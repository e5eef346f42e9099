/** The read units of some work, as the store counts them. Nothing else may read meanwhile. */
export type Measure = (work: () => Promise<unknown>) => Promise<number>;
