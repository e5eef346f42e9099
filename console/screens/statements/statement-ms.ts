/** Milliseconds between two looks at a statement: what is frozen stays, what is open changes with its snapshots. */
export const STATEMENT_MS = 60_000;
