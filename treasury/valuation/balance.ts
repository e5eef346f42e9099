/** A balance as read; decimal text. `available` is absent where the service does not say. */
export interface Balance {
  readonly total: string;
  readonly available?: string;
}

export type Balances = Readonly<Record<string, Balance>>;

/** What of a balance can be withdrawn: the available part where it is known, else the total. */
export function withdrawable(balance: Balance): string {
  return balance.available ?? balance.total;
}
