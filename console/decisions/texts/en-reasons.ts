import type { DecisionTexts } from './decision-texts.ts';

export const REASONS: DecisionTexts['reasons'] = {
  sweep: { short: 'sweeps', sentence: 'It swept with every run.' },
  disarmed: {
    short: 'not armed',
    sentence: 'No policy was applied, or the currency was not armed: nothing may be sent.',
  },
  halted: { short: 'halted', sentence: 'Everything, or this currency, was halted.' },
  'newer-version': {
    short: 'newer version',
    sentence:
      'This version of Sluice does not read the format of the ledger, and decides nothing in it.',
  },
  unreadable: {
    short: 'not readable',
    sentence: 'It, or what it rests on, is not in a form that this version of Sluice reads.',
  },
  disabled: { short: 'switched off', sentence: 'The rule was switched off.' },
  'account-not-active': {
    short: 'account not active',
    sentence: 'Its account may not receive withdrawals.',
  },
  'account-cooling-off': {
    short: 'account cooling off',
    sentence: 'Its account is new, and still within its cooling-off.',
  },
  'currency-mismatch': { short: 'other currency', sentence: 'Its account is of another currency.' },
  'conversion-circle': {
    short: 'converts in a circle',
    sentence: 'The rules convert in a circle: none of them converts.',
  },
  'instrument-not-allowed': {
    short: 'instrument not allowed',
    sentence: 'The policy allows no instrument for the conversion.',
  },
  'currency-not-held': { short: 'not held', sentence: 'None of the currency was held.' },
  'balance-not-stated': {
    short: 'balance not stated',
    sentence: "The service's answer left the currency out: what was held was not known.",
  },
  'stale-balance': {
    short: 'balance too old',
    sentence: 'The balance was older than the rule acts on.',
  },
  'price-unusable': {
    short: 'price cannot be used',
    sentence: 'There was no price to convert at, or it could not be used.',
  },
  'not-scheduled': { short: 'waits for its time', sentence: 'Its schedule had not fallen.' },
  missed: { short: 'missed its time', sentence: 'Its time came and went before it could start.' },
  holiday: {
    short: 'no business day',
    sentence: 'Its calendars were closed on the day of its run.',
  },
  'outside-calendar': {
    short: 'beyond its calendar',
    sentence: 'The day lies outside the range of a calendar: it is not taken for a business day.',
  },
  'after-cut-off': { short: 'after its cut-off', sentence: 'Its cut-off of the day had passed.' },
  uncertain: {
    short: 'blocked: outcome unknown',
    sentence: 'The currency is blocked: the outcome of a withdrawal is not known.',
  },
  'in-flight': {
    short: 'a withdrawal is under way',
    sentence: 'A withdrawal of the currency was under way.',
  },
  backoff: { short: 'pauses after a failure', sentence: 'It paused after failed withdrawals.' },
  cooldown: { short: 'rests after a sweep', sentence: 'It rested after its last sweep.' },
  'no-price': {
    short: 'no price',
    sentence: 'Its limits are values, and there was no price to turn them into amounts.',
  },
  'stale-price': {
    short: 'price too old',
    sentence: 'Its limits are values, and the prices were too old to turn them into amounts.',
  },
  'price-jumped': {
    short: 'price jumped',
    sentence: 'Its limits are values, and the price had jumped: it was not believed yet.',
  },
  'keep-above-threshold': {
    short: 'keeps more than its threshold',
    sentence: 'At the prices of the moment the rule kept more than its threshold.',
  },
  'below-threshold': {
    short: 'below its threshold',
    sentence: 'The balance was not above its threshold.',
  },
  'nothing-left-by-earlier-rule': {
    short: 'earlier rule took it',
    sentence: 'An earlier rule of the currency left nothing.',
  },
  'withdrawals-exhausted': {
    short: 'withdrawals used up',
    sentence: 'It had withdrawn as often as it may in 24 hours.',
  },
  'budget-exhausted': { short: 'budget used up', sentence: 'Its budget was used up.' },
  'trade-limit-exhausted': {
    short: 'limit of trades used up',
    sentence: 'The rolling limit of trades was used up.',
  },
  'limit-unknown': {
    short: 'limit cannot be compared',
    sentence: 'A floor or a limit could not be compared: a price was missing or too old.',
  },
  'liquidity-floor': {
    short: 'liquidity floor',
    sentence: 'A liquidity floor left too little room.',
  },
  'account-limit': {
    short: 'limit of the account',
    sentence: 'The limit of its account was used up.',
  },
  'counterparty-limit': {
    short: 'limit of the counterparty',
    sentence: 'The limit of its counterparty was used up.',
  },
  'outflow-limit': {
    short: 'limit of all withdrawals',
    sentence: 'The limit over all withdrawals was used up.',
  },
  'below-minimum': {
    short: 'less than its smallest sweep',
    sentence: 'What it would have swept was less than its smallest sweep.',
  },
  'dry-run': { short: 'dry-run', sentence: 'In a dry-run nothing is sent; it would have swept.' },
  varying: { short: 'changes often', sentence: 'It changed so often that this is one entry.' },
};

export const CHECKS: DecisionTexts['checks'] = {
  mode: 'Mode',
  rule: 'Rule',
  enabled: 'Enabled',
  account: 'Account',
  'cooling-off': 'Cooling off',
  currency: 'Currency',
  conversion: 'Conversion',
  instrument: 'Instrument',
  'balance-age': 'Age of the balance',
  price: 'Price',
  schedule: 'Schedule',
  calendar: 'Calendar',
  'cut-off': 'Cut off',
  lane: 'Lane',
  backoff: 'Backoff',
  cooldown: 'Cooldown',
  'price-of-limits': 'Price of its limits',
  threshold: 'Threshold',
  keep: 'What stays',
  allocation: 'Allocation',
  maximum: 'Largest sweep',
  'budget-24h': 'Budget for 24 hours',
  'withdrawals-24h': 'Withdrawals, 24 hours',
  'budget-30d': 'Budget for 30 days',
  'floor-currency': 'Floor of the currency',
  'floor-total': 'Floor of everything',
  'account-24h': 'Account, 24 hours',
  'account-30d': 'Account, 30 days',
  'account-lifetime': 'Account, for ever',
  'counterparty-24h': 'Counterparty, 24 hours',
  'counterparty-30d': 'Counterparty, 30 days',
  'outflow-24h': 'All withdrawals, 24 hours',
  'first-payment': 'Before anything arrived',
  step: 'Step',
  minimum: 'Smallest sweep',
  split: 'Split',
  approval: 'Approval',
  notional: 'Notional',
  'traded-24h': 'Traded in 24 hours',
  'trade-approval': 'Trade approval',
  low: 'Low',
};
