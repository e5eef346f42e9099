/** The message of every line with counts: by it the saved query `which-tenant` finds them. */
export const COUNTED = 'counted';
