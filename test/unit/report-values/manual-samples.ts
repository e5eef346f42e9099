import type { ReportRate } from '../../../treasury/report-values/report-rate.ts';

/** Francs have no price; for every moment of these tests, two people agreed to 1.13 USD for one. */
export const CHF_RATE: ReportRate = {
  ...{ id: 'chf-2026', label: 'CHF 2026', currency: 'CHF', in: 'USD', rate: '1.13' },
  ...{ from: '2026-01-01', until: '2027-01-01', source: 'the central bank' },
  ...{ version: 2, activeSince: '2026-01-01T00:00:00.000Z' },
};

export const USED_CHF_RATE = {
  ...{ id: 'chf-2026', version: 2, currency: 'CHF', in: 'USD', rate: '1.13' },
};
