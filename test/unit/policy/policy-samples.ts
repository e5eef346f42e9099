/** A policy file as small as it can be: everything else has a default. */
export const ACCOUNT_ID = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01';

export const MINIMAL_ACCOUNT = {
  id: ACCOUNT_ID,
  label: 'Cold storage',
  network: 'bitcoin',
  currency: 'BTC',
};

export const MINIMAL_RULE = {
  id: 'btc-surplus',
  label: 'BTC surplus',
  currency: 'BTC',
  withdrawalAccountId: ACCOUNT_ID,
  threshold: '10',
  keep: '5',
  step: '0.1',
};

export function file(change: { controls?: object; account?: object; rule?: object } = {}) {
  return {
    controls: { reportingCurrency: 'USD', ...change.controls },
    accounts: [{ ...MINIMAL_ACCOUNT, ...change.account }],
    rules: [{ ...MINIMAL_RULE, ...change.rule }],
  };
}
