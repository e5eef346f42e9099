/** A figure of the console and the bound that it is held against. */
export interface Goal {
  readonly goal: string;
  readonly bound: 'at most' | 'at least';
  /** Null: said for comparison alone. */
  readonly limit: number | null;
  readonly measured: number;
}
