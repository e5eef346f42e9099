/**
 * Seconds that a reading of prices may be old when a trade is decided on it. Reading takes a second or
 * two, with its retries eight; what is older was read for something else or held up somewhere, and the
 * market of then is not the market of now.
 */
export const MAX_PRICE_AGE_SECONDS = 15;

/** Seconds until a price that has jumped is worth asking for again: snapshots read it anew, mostly every five minutes. */
export const JUMPED_RETRY_AFTER_SECONDS = 300;
