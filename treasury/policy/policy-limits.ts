/** Rules of one tenant. A snapshot decides all of them, and a person must be able to oversee them. */
export const MAX_RULES = 200;

/**
 * Rules of one currency: a run decides them in one transaction of at most 100 items, which has a missed occurrence of each
 * beside the payments.
 */
export const MAX_RULES_PER_CURRENCY = 40;

/** Parts of one split: each waits for the one before it, and all of them have to leave within the age of an approval. */
export const MAX_SPLIT_PARTS = 8;
/**
 * Payments that the rules of one currency can make on one snapshot: one of each rule, or one of each part. A run writes
 * them in the transaction of at most 100 items that also has the lane and, for each rule, a missed occurrence.
 */
export const MAX_PAYMENTS_PER_CURRENCY = 55;

/** Forms of ids with which one service answers trades: an id that grows by a digit is a second one. */
export const MAX_ID_FORMS = 5;

/** Manual rates of a tenant: one for each month of ten currencies over a year and a half. */
export const MAX_MANUAL_RATES = 200;

/** Days of one manual rate: a year, after which people look at it again. */
export const MAX_MANUAL_RATE_DAYS = 366;

/**
 * Matching rules of one tenant: each is compared with every unexplained movement, and a person must be able to oversee
 * them.
 */
export const MAX_MATCHING_RULES = 100;

/**
 * How far from its occurrence a scheduled movement may show. Half a day: beyond it, the occurrence of a daily schedule
 * says nothing any more.
 */
export const MAX_MATCHING_TOLERANCE_SECONDS = 12 * 3_600;

/**
 * Calendars of one tenant, beside those that are built in: one for each market that it pays in. Every reading of the
 * policy reads them.
 */
export const MAX_CALENDARS = 20;
/** A dozen holidays a year for forty years; with their names, a tenth of the largest item of the store. */
export const MAX_HOLIDAYS = 500;
/** A name of a day is read in a sentence. */
export const MAX_HOLIDAY_NAME_CHARACTERS = 60;
/** Calendars of one rule: money that passes through more systems than this has more than one owner. */
export const MAX_RULE_CALENDARS = 5;
/**
 * How often a day a schedule may fall whose occurrences move to another day: hourly. What runs more often runs on the
 * next business day anyway.
 */
export const MAX_MOVED_TIMES_A_DAY = 24;

/** Registered withdrawal accounts of one tenant: far more than a treasury pays out to. */
export const MAX_ACCOUNTS = 200;

/** Instruments that may be traded, and currencies with a mode of their own. */
export const MAX_INSTRUMENTS = 200;
export const MAX_CURRENCY_MODES = 200;

/** A label is read in a table; longer ones are descriptions. */
export const MAX_LABEL_CHARACTERS = 120;

/** Accounts of general ledgers have a dozen digits; composed ones, of segments, some thirty characters. */
export const MAX_GENERAL_LEDGER_CODE_CHARACTERS = 40;

/** Currencies whose holdings have an account of their own in the general ledger: as many as may have a mode. */
export const MAX_GENERAL_LEDGER_HOLDINGS = 200;

/** The purpose of a rule: two sentences. What is longer belongs into a document that it names. */
export const MAX_PURPOSE_CHARACTERS = 300;

/** Details of an account are shown, not searched: bounded so that one item stays far below the
 * 400 kB of the store. */
export const MAX_DETAILS_CHARACTERS = 8_000;
/** Levels of lists and objects in them; the store takes 32, what it stands in included. */
export const MAX_DETAILS_DEPTH = 8;

/**
 * Webhooks of one tenant: each is a receiver that a person looks after. With the requests under way to each, it bounds
 * what is sent at once.
 */
export const MAX_WEBHOOKS = 20;
/** A longer address of a receiver is data, not a place. */
export const MAX_ADDRESS_CHARACTERS = 1_024;
/** Names in the list of one webhook: more than there are types. */
export const MAX_WEBHOOK_EVENT_TYPES = 200;
/** A secret of a webhook an hour would last a century. */
export const MAX_SECRET_GENERATION = 1_000_000;

/** Withdrawals of one rule in a day: one every ten seconds are fewer, so more would limit nothing. */
export const MAX_WITHDRAWALS_PER_DAY = 10_000;

/** A pause longer than a month is a rule that should be switched off. */
export const MAX_COOLDOWN_SECONDS = 31 * 86_400;
export const MAX_BACKOFF_SECONDS = 7 * 86_400;

/** A balance a day old says nothing about what can be withdrawn now. */
export const MAX_BALANCE_AGE_SECONDS = 86_400;

/**
 * How late an occurrence of a schedule may start if its rule does not say: an outage that people mend at once is
 * caught up with; an older occurrence was meant for another day.
 */
export const DEFAULT_LATEST_START_SECONDS = 3_600;
/** More than a month later the next occurrence of nearly every schedule has fallen. */
export const MAX_LATEST_START_SECONDS = 31 * 86_400;
/** An occurrence is decided with the first snapshot after it; one that fails must not make it missed. */
export const LATEST_START_TICKS = 2;

/** Time to approve: a minute at least, so that a person can; a month at most, since amounts age. */
export const MIN_APPROVAL_EXPIRY_SECONDS = 60;
export const MAX_APPROVAL_EXPIRY_SECONDS = 31 * 86_400;

/** Time to decide about a proposed change: long enough for a weekend, and a month at most, since what
 * it rests on ages. */
export const DEFAULT_CHANGE_EXPIRY_SECONDS = 72 * 3_600;
export const MIN_CHANGE_EXPIRY_SECONDS = 60;
export const MAX_CHANGE_EXPIRY_SECONDS = 31 * 86_400;
/** From the approval of an account until it can be paid to: a working day in which a person can notice it. */
export const DEFAULT_ACCOUNT_COOLING_OFF_SECONDS = 24 * 3_600;
export const MAX_ACCOUNT_COOLING_OFF_SECONDS = 31 * 86_400;

/** A service that may execute a request more than a day late cannot be automated against. */
export const MAX_LATE_EXECUTION_SECONDS = 86_400;

/** A service that books within a minute books at once, and one that books a month late cannot be reconciled. */
export const MIN_BOOKING_BOUND_SECONDS = 60;
export const MAX_BOOKING_BOUND_SECONDS = 31 * 86_400;

/** Currencies with a floor of their own. */
export const MAX_FLOOR_CURRENCIES = 200;

/**
 * Counterparties with limits: what each was paid in 30 days stands in one item, which every claim under a limit writes.
 */
export const MAX_COUNTERPARTIES = 40;

/** Accounts with limits of their own, for the same reason. */
export const MAX_LIMITED_ACCOUNTS = 80;

/** Currencies with a fee bound of their own. */
export const MAX_FEE_CURRENCIES = 200;

/** Priorities are small whole numbers that people order rules by. */
export const MAX_PRIORITY = 10_000;

/** Currencies are an open set (reference, 2.4): upper case, short enough for a table. */
export const CURRENCY_CODE = /^[A-Z0-9][A-Z0-9._-]{0,19}$/;

/** Ids become part of keys, addresses and instruction ids. */
export const RULE_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The price collar where the controls name none, in percent: far beyond the spread of anything that
 * should be traded at all, and close enough that a misplaced decimal point never passes. */
export const DEFAULT_COLLAR_PERCENT = '5';
