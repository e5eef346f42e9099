/** Characters of the balances answer that a snapshot keeps: all of it for some 300 currencies, and a
 * twelfth of what a stored item may hold. */
export const MAX_RAW_CHARACTERS = 32_768;

/** Currencies in one answer, and instruments. Far beyond any service, and still quick to read. */
export const MAX_CURRENCIES = 1_000;
export const MAX_INSTRUMENTS = 10_000;

/** Names beside the balances that are reported: the few that an envelope has, many times over. */
export const MAX_NAMES_BESIDE = 20;
