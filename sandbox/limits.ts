/** Default port of the sandbox: the one the local stack's documentation names. */
export const DEFAULT_PORT = 4401;
/** Seed where none is given, so that two people who start it see the same prices. */
export const DEFAULT_SEED = 1;

/** A trade request has four short fields; 64 KiB is far above any honest body and cheap to hold. */
export const REQUEST_BODY_BYTES_MAX = 64 * 1024;
/** Bytes of a body that are kept in the journal: a whole request as clients write it, never a flood. */
export const JOURNAL_BODY_CHARACTERS_MAX = 4_000;
/** Characters of a request path that are kept in the journal: every path of the reference is under 30. */
export const JOURNAL_PATH_CHARACTERS_MAX = 500;
/** Journal entries kept: hours of a busy client, about 10 MB. Older ones are counted as dropped. */
export const JOURNAL_ENTRIES_MAX = 20_000;
/** Withdrawals, trades and movements kept each. Their sums are kept apart and never dropped. */
export const RECORDS_KEPT_MAX = 20_000;

/** Requests a token may send at once: a test that replays a day in a second stays below it. */
export const RATE_LIMIT_BURST = 3_000;
/** Requests a token gets back per second: well above what one polling client needs. */
export const RATE_LIMIT_REFILL_PER_SECOND = 500;
/** Callers the rate limit remembers; more than that and the ones longest unseen are forgotten. */
export const RATE_LIMIT_CALLERS_MAX = 1_000;

/** A client has this long to send its header, and the whole request: generous for loopback. */
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 30_000;
/** Idle connections are kept this long, as common gateways do. */
export const KEEP_ALIVE_TIMEOUT_MS = 5_000;

/** Prices move once a second: visible to a person, slow enough to be read and then traded on. */
export const PRICE_STEP_MS = 1_000;
/**
 * The walk starts over after this many steps (three months of seconds): catching up with a clock that
 * jumped never takes longer than about a second.
 */
export const PRICE_STEPS_PERIOD = 8_000_000;
/** Farthest a currency strays from its starting value, in millionths: 3 %, so examples stay valid. */
export const WALK_BAND_PPM = 30_000;
/** A trade priced this much worse for the client than the market is refused as a slip: 10 %. */
export const TRADE_PRICE_SLIP = '0.1';

/** A hanging answer is cut after this long: longer than any client waits, short enough to clean up. */
export const HOLD_MS_DEFAULT = 120_000;
/** Upper bound of every duration in a fault: an hour outlives every quarantine under test. */
export const FAULT_DURATION_MS_MAX = 3_600_000;
/** Rules that may be queued at once, and how often one may fire: a script of a long simulation. */
export const FAULT_RULES_MAX = 1_000;
export const FAULT_TIMES_MAX = 1_000_000;
/** Events in one script. */
export const SCRIPT_EVENTS_MAX = 10_000;
/** Script files are written by people; anything above this is the wrong file. */
export const SCRIPT_BYTES_MAX = 4 * 1024 * 1024;
/** Latest moment of a scripted event: a timer holds no more (2^31 ms), and 24 days is enough. */
export const SCRIPT_AT_MS_MAX = 2_000_000_000;
/** Size of an oversize answer: larger than any sane limit of a client, quick over loopback. */
export const OVERSIZE_BYTES_DEFAULT = 16 * 1024 * 1024;
export const OVERSIZE_BYTES_MAX = 256 * 1024 * 1024;
/** Latest booking of what was executed: a month, longer than any bound of a policy. */
export const BOOKING_DELAY_MS_MAX = 31 * 86_400_000;
/** Parts in which one execution shows: more would show nothing new. */
export const BOOKING_STEPS_MAX = 10;
/** Written at a time while an answer is padded, so that memory stays flat. */
export const OVERSIZE_CHUNK_BYTES = 64 * 1024;
/** Between the half body and the reset, so that the half really arrives before the reset discards it. */
export const RESET_AFTER_BODY_MS = 40;

/** Longest state that a fault may have an answer say: longer than any word, shorter than a flood. */
export const STATED_CHARACTERS_MAX = 500;
/** Parts one withdrawal may be split into: a batch payout of a handful is what services do. */
export const SPLIT_PARTS_MAX = 5;
/** One in so many withdrawal requests is split when splitting is `sometimes`. */
export const SPLIT_ONE_IN = 6;
/** One in so many trades is filled in two parts. */
export const TWO_FILLS_ONE_IN = 3;

/** Time between random deposits: a demonstration sees something arrive in every minute, and can follow it. */
export const ACTIVITY_EVERY_MS = 15_000;

/** The data file is rewritten as one checkpoint once its log has grown by this much. */
export const COMPACT_AFTER_BYTES = 32 * 1024 * 1024;

/** Accounts that a sandbox refuses at once: more than it has. */
export const REFUSED_ACCOUNTS_MAX = 100;
