/**
 * Age in seconds at which prices may still decide a trade. Reading takes a second or two, with its retries eight; an
 * older reading was made for something else or delayed somewhere, and its market is not the current one.
 */
export const MAX_PRICE_AGE_SECONDS = 15;

/** Seconds until a price that has jumped is worth asking for again: snapshots read it anew, mostly every five minutes. */
export const JUMPED_RETRY_AFTER_SECONDS = 300;
