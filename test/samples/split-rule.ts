import { SANDBOX_ACCOUNTS } from '../../sandbox/index.ts';

const { eurBank, eurInstant } = SANDBOX_ACCOUNTS;

/** What a rule says that divides, of the sandbox's 120,000 EUR, what is above 20,000: 60 % and 40 %. */
export const EUR_SPLIT = {
  id: 'eur-split',
  label: 'EUR, divided',
  currency: 'EUR',
  withdrawalAccountId: eurBank.id,
  threshold: '20000',
  keep: '20000',
  split: {
    kind: 'weights',
    parts: [
      { withdrawalAccountId: eurBank.id, percent: '60' },
      { withdrawalAccountId: eurInstant.id, percent: '40' },
    ],
  },
} as const;
