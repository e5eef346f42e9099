/** Days of a forecast at most: a month, which has everything that happens monthly. */
export const MAX_FORECAST_DAYS = 31;

/** Days of a forecast by default: the next run of everything weekly is in them. */
export const DEFAULT_FORECAST_DAYS = 7;

/**
 * Decisions of one forecast, some six seconds of a whole processor: 64 of each of 50 rules on each of 31 days. Beyond it,
 * the forecast ends early and says where.
 */
export const MAX_FORECAST_DECISIONS = 100_000;

/**
 * Seconds that one forecast decides for, at most: the API waits for 29, and a machine that is shared by others is several
 * times slower. Beyond it, the forecast ends early and says where.
 */
export const FORECAST_SECONDS = 16;

/** Runs listed of each rule: one a day for as long as a forecast may be. The counts have all. */
export const MAX_RUNS_LISTED = 31;

/** Next runs named of each rule, however far away they are. */
export const NEXT_RUNS = 3;

/** Days of books behind expected movements: a quarter, which has everything that happens monthly three times. */
export const FLOW_DAYS = 90;

/**
 * Differences behind expected movements at most: about 5 MB of items of 1 kB, 650 read units. The latest days count;
 * beyond it fewer days are looked at, and the answer says from when.
 */
export const MAX_FLOWS_LOOKED_AT = 5_000;

/** Days of which the forecast is compared with what left, if no range is named: a month and its neighbours. */
export const COMPARED_DAYS = 35;
