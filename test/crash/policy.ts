import { SANDBOX_ACCOUNTS } from '../../sandbox/index.ts';

/** The currency whose sweep the deaths are aimed at: it is decided and sent before the other. */
export const TARGET_CURRENCY = 'ETH';
export const OTHER_CURRENCY = 'USDC';
export const TRADED_INSTRUMENT = 'BTC/EUR';

/** The service's bound for late execution; the quarantine ends with it. */
export const LATE_EXECUTION_BOUND_SECONDS = 60;

const CONTROLS = {
  mode: 'live',
  reportingCurrency: 'USD',
  trades: { instruments: [TRADED_INSTRUMENT], maximumNotional: '25000' },
  lateExecutionBoundSeconds: LATE_EXECUTION_BOUND_SECONDS,
};

const { ethWallet, usdcWallet } = SANDBOX_ACCOUNTS;

/** Two sweeps in one run, one of them with every digit that its currency has. */
const RULES = [
  {
    id: 'eth-surplus',
    label: 'ETH surplus to custody',
    currency: TARGET_CURRENCY,
    withdrawalAccountId: ethWallet.id,
    threshold: '32',
    keep: '30.123456789012345678',
    step: '0.000000000000000001',
    budgets: { per24Hours: '100', per30Days: '1000' },
  },
  {
    id: 'usdc-surplus',
    label: 'USDC surplus to the other venue',
    currency: OTHER_CURRENCY,
    withdrawalAccountId: usdcWallet.id,
    threshold: '150000',
    keep: '149999.999999',
    step: '0.000001',
    budgets: { per24Hours: '250000' },
  },
];

/** The starting policy, as its file holds it. A trade is placed alone, so that its lanes are its own. */
export function startingPolicy(work: 'sweeps' | 'trade' | 'settlement'): string {
  const accounts = [ethWallet, usdcWallet].map(({ id, label, network, currency, details }) => ({
    ...{ id, label, network, currency, details },
    // Every claim of a withdrawal writes what limits count as well: one item, for both sweeps. A limit by value would wait for
    // three readings of its price.
    limits: { per30Days: '1000000000' },
  }));
  return JSON.stringify({ controls: CONTROLS, accounts, rules: work === 'trade' ? [] : RULES });
}
