/** What everything is valued in, in every world. */
export const REPORTING_CURRENCY = 'USD';
