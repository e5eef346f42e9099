/** Rules of one client. A snapshot decides all of them, and a person must be able to oversee them. */
export const MAX_RULES = 200;

/** Rules of one currency: a run writes, in one transaction of at most 100 items, the lane, each
 * rule's decision and each instruction that follows. */
export const MAX_RULES_PER_CURRENCY = 40;

/** Registered withdrawal accounts of one client: far more than a treasury pays out to. */
export const MAX_ACCOUNTS = 200;

/** Instruments that may be traded, and currencies with a mode of their own. */
export const MAX_INSTRUMENTS = 200;
export const MAX_CURRENCY_MODES = 200;

/** A label is read in a table; longer ones are descriptions. */
export const MAX_LABEL_CHARACTERS = 120;

/** Details of an account are shown, not searched: bounded so that one item stays far below the
 * 400 kB of the store. */
export const MAX_DETAILS_CHARACTERS = 8_000;
/** Levels of lists and objects in them; the store takes 32, what it stands in included. */
export const MAX_DETAILS_DEPTH = 8;

/** A pause longer than a month is a rule that should be switched off. */
export const MAX_COOLDOWN_SECONDS = 31 * 86_400;
export const MAX_BACKOFF_SECONDS = 7 * 86_400;

/** A balance a day old says nothing about what can be withdrawn now. */
export const MAX_BALANCE_AGE_SECONDS = 86_400;

/** Time to approve: a minute at least, so that a person can; a month at most, since amounts age. */
export const MIN_APPROVAL_EXPIRY_SECONDS = 60;
export const MAX_APPROVAL_EXPIRY_SECONDS = 31 * 86_400;

/** Time to decide about a proposed change: long enough for a weekend, and a month at most, since what
 * it rests on ages. */
export const DEFAULT_CHANGE_EXPIRY_SECONDS = 72 * 3_600;
export const MIN_CHANGE_EXPIRY_SECONDS = 60;
export const MAX_CHANGE_EXPIRY_SECONDS = 31 * 86_400;
/** From the approval of an account until it can be paid to: a working day in which somebody notices. */
export const DEFAULT_ACCOUNT_COOLING_OFF_SECONDS = 24 * 3_600;
export const MAX_ACCOUNT_COOLING_OFF_SECONDS = 31 * 86_400;

/** A service that may execute a request more than a day late can't be automated against. */
export const MAX_LATE_EXECUTION_SECONDS = 86_400;

/** Priorities are small whole numbers that people order rules by. */
export const MAX_PRIORITY = 10_000;

/** Currencies are an open set (reference, 2.4): upper case, short enough for a table. */
export const CURRENCY_CODE = /^[A-Z0-9][A-Z0-9._-]{0,19}$/;

/** Ids become part of keys, addresses and instruction ids. */
export const RULE_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
