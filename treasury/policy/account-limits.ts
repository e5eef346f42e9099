/** What one account may be paid at most, by the field that says it: its limit, and the window that counts it. */
export const ACCOUNT_LIMITS = {
  per24Hours: { limit: 'account-24h', window: 'hours' },
  per30Days: { limit: 'account-30d', window: 'days' },
  lifetime: { limit: 'account-lifetime', window: 'ever' },
} as const;

export type AccountLimitField = keyof typeof ACCOUNT_LIMITS;

export const ACCOUNT_LIMIT_FIELDS = Object.keys(ACCOUNT_LIMITS) as readonly AccountLimitField[];

/** The same for each limit of an account. */
export function eachAccountLimit<Each>(each: Each): Readonly<Record<AccountLimitField, Each>> {
  const fields = ACCOUNT_LIMIT_FIELDS.map((field) => [field, each]);
  return Object.fromEntries(fields) as Record<AccountLimitField, Each>;
}
