/**
 * How far into the future a reading may seem to lie: clocks of two machines differ by less than a minute. Beyond that
 * the age of the reading is not known, so the reading is not used.
 */
export const MAX_CLOCK_SKEW_SECONDS = 60;
