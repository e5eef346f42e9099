import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SANDBOX_ACCOUNTS } from '../../sandbox/index.ts';

const DEMO = path.resolve(import.meta.dirname, '../../local/demo-policy.json');

/** What is deposited, so that every rule keeps having something to do. */
export const DEPOSITS = [
  { currency: 'BTC', amount: '0.21' },
  { currency: 'ETH', amount: '1.7' },
  { currency: 'USDC', amount: '2600' },
] as const;

const ACCOUNTS = {
  BTC: SANDBOX_ACCOUNTS.btcWallet.id,
  ETH: SANDBOX_ACCOUNTS.ethWallet.id,
  USDC: SANDBOX_ACCOUNTS.usdcWallet.id,
} as const;

/**
 * The demo's policy with rules that sweep whatever comes in, as often as it comes, and limits that half an
 * hour of trading does not reach. What is never executed late needs no waiting for.
 */
export function soakPolicy(): string {
  const { controls, accounts } = JSON.parse(readFileSync(DEMO, 'utf8'));
  return JSON.stringify({
    controls: {
      ...controls,
      lateExecutionBoundSeconds: 5,
      trades: { ...controls.trades, per24Hours: { total: '100000000', person: '100000000' } },
    },
    accounts,
    rules: [rule('BTC', '2'), rule('ETH', '30'), rule('USDC', '150000')],
  });
}

function rule(currency: keyof typeof ACCOUNTS, keep: string): object {
  return {
    id: `${currency.toLowerCase()}-all`,
    label: `${currency} as it comes in`,
    currency,
    withdrawalAccountId: ACCOUNTS[currency],
    threshold: keep,
    keep,
    minimum: '0.01',
    step: '0.01',
    backoff: { firstSeconds: 1, maximumSeconds: 5 },
  };
}
