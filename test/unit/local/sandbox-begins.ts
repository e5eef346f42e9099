import type { Balances } from '../../../treasury/valuation/balance.ts';

export const PRICES = {
  'BTC/USD': { bid: '64983.75', ask: '65016.25' },
  'BTC/EUR': { bid: '59889.86', ask: '59925.81' },
  'ETH/USD': { bid: '3199.04', ask: '3200.96' },
  'USDC/USD': { bid: '0.99995', ask: '1.00005' },
  'EUR/USD': { bid: '1.08491', ask: '1.08509' },
  'SOL/USD': { bid: '149.925', ask: '150.075' },
};

/** As the sandbox begins, and two that the script does not know. */
export const BALANCES: Balances = {
  BTC: { total: '3.25', available: '3.25' },
  ETH: { total: '41.7', available: '41.7' },
  USDC: { total: '250000', available: '250000' },
  SOL: { total: '900', available: '860' },
  EUR: { total: '120000.00', available: '120000.00' },
  USD: { total: '80000.00', available: '80000.00' },
  CHF: { total: '15000.00', available: '15000.00' },
  DOGE: { total: '12.5', available: '12.5' },
};
