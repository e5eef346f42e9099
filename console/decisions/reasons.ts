import type { components } from '@sluice/client';
import type { Tone } from '../display/status.tsx';

/** Every reason that the API knows: one that is new there does not compile here without its text. */
type Reason = components['schemas']['DecisionSpan']['reason'];

interface ReasonText {
  /** In a list, as short as it can be. */
  readonly short: string;
  /** Why a rule did not sweep, as a sentence. */
  readonly sentence: string;
  readonly tone: Tone;
}

/** Why a rule sweeps or not, as people say it. */
const REASONS: Readonly<Record<Reason, ReasonText>> = {
  sweep: { short: 'sweeps', sentence: 'It swept with every run.', tone: 'good' },
  disarmed: {
    short: 'disarmed',
    sentence: 'The ledger is disarmed: nothing is sent.',
    tone: 'bad',
  },
  halted: { short: 'halted', sentence: 'Everything, or this currency, was halted.', tone: 'bad' },
  'newer-version': {
    short: 'newer version',
    sentence: 'A later version of Sluice writes the ledger; this one decides nothing in it.',
    tone: 'warn',
  },
  unreadable: {
    short: 'not readable',
    sentence: 'The rule is not in a form that this version of Sluice reads.',
    tone: 'bad',
  },
  disabled: { short: 'switched off', sentence: 'The rule was switched off.', tone: 'quiet' },
  'account-not-active': {
    short: 'account not active',
    sentence: 'Its account may not receive withdrawals.',
    tone: 'warn',
  },
  'account-cooling-off': {
    short: 'account cooling off',
    sentence: 'Its account is new, and still within its cooling-off.',
    tone: 'warn',
  },
  'currency-mismatch': {
    short: 'other currency',
    sentence: 'Its account is of another currency.',
    tone: 'bad',
  },
  'conversion-circle': {
    short: 'converts in a circle',
    sentence: 'The rules convert in a circle: none of them converts.',
    tone: 'bad',
  },
  'instrument-not-allowed': {
    short: 'instrument not allowed',
    sentence: 'The policy allows no instrument for the conversion.',
    tone: 'bad',
  },
  'currency-not-held': {
    short: 'not held',
    sentence: 'None of the currency was held.',
    tone: 'quiet',
  },
  'balance-not-stated': {
    short: 'balance not stated',
    sentence: "The service's answer left the currency out: what was held was not known.",
    tone: 'bad',
  },
  'stale-balance': {
    short: 'balance too old',
    sentence: 'The balance was older than the rule acts on.',
    tone: 'warn',
  },
  'price-unusable': {
    short: 'price cannot be used',
    sentence: 'There was no price to convert at, or it could not be used.',
    tone: 'warn',
  },
  'not-scheduled': {
    short: 'waits for its time',
    sentence: 'Its schedule had not fallen.',
    tone: 'quiet',
  },
  missed: {
    short: 'missed its time',
    sentence: 'Its time came and went before it could start.',
    tone: 'warn',
  },
  holiday: {
    short: 'no business day',
    sentence: 'Its calendars were closed on the day of its run.',
    tone: 'quiet',
  },
  'outside-calendar': {
    short: 'beyond its calendar',
    sentence: 'The day lies outside the range of a calendar: it is not taken for a business day.',
    tone: 'bad',
  },
  'after-cut-off': {
    short: 'after its cut-off',
    sentence: 'Its cut-off of the day had passed.',
    tone: 'quiet',
  },
  uncertain: {
    short: 'blocked: outcome unknown',
    sentence: 'The currency is blocked: the outcome of a withdrawal is not known.',
    tone: 'bad',
  },
  'in-flight': {
    short: 'a withdrawal is under way',
    sentence: 'A withdrawal of the currency was under way.',
    tone: 'busy',
  },
  backoff: {
    short: 'pauses after a failure',
    sentence: 'It paused after failed withdrawals.',
    tone: 'warn',
  },
  cooldown: {
    short: 'rests after a sweep',
    sentence: 'It rested after its last sweep.',
    tone: 'quiet',
  },
  'no-price': {
    short: 'no price',
    sentence: 'Its limits are values, and there was no price to turn them into amounts.',
    tone: 'warn',
  },
  'stale-price': {
    short: 'price too old',
    sentence: 'Its limits are values, and the prices were too old to turn them into amounts.',
    tone: 'warn',
  },
  'price-jumped': {
    short: 'price jumped',
    sentence: 'Its limits are values, and the price had jumped: it was not believed yet.',
    tone: 'warn',
  },
  'keep-above-threshold': {
    short: 'keeps more than its threshold',
    sentence: 'At the prices of the moment the rule kept more than its threshold.',
    tone: 'warn',
  },
  'below-threshold': {
    short: 'below its threshold',
    sentence: 'The balance was not above its threshold.',
    tone: 'quiet',
  },
  'nothing-left-by-earlier-rule': {
    short: 'earlier rule took it',
    sentence: 'An earlier rule of the currency left nothing.',
    tone: 'quiet',
  },
  'budget-exhausted': {
    short: 'budget used up',
    sentence: 'Its budget was used up.',
    tone: 'warn',
  },
  'trade-limit-exhausted': {
    short: 'limit of trades used up',
    sentence: 'The rolling limit of trades was used up.',
    tone: 'warn',
  },
  'limit-unknown': {
    short: 'limit cannot be compared',
    sentence: 'A floor or a limit could not be compared: a price was missing or too old.',
    tone: 'warn',
  },
  'liquidity-floor': {
    short: 'liquidity floor',
    sentence: 'A liquidity floor left too little room.',
    tone: 'warn',
  },
  'account-limit': {
    short: 'limit of the account',
    sentence: 'The limit of its account was used up.',
    tone: 'warn',
  },
  'counterparty-limit': {
    short: 'limit of the counterparty',
    sentence: 'The limit of its counterparty was used up.',
    tone: 'warn',
  },
  'outflow-limit': {
    short: 'limit of all withdrawals',
    sentence: 'The limit over all withdrawals was used up.',
    tone: 'warn',
  },
  'below-minimum': {
    short: 'less than its smallest sweep',
    sentence: 'What it would have swept was less than its smallest sweep.',
    tone: 'quiet',
  },
  'dry-run': {
    short: 'dry-run',
    sentence: 'In a dry-run nothing is sent; it would have swept.',
    tone: 'warn',
  },
  varying: {
    short: 'changes often',
    sentence: 'It changed so often that this is one entry.',
    tone: 'quiet',
  },
};

/** A console that stayed open over a deployment may meet a reason that it does not know: it shows its name. */
export function reasonText(reason: string): ReasonText {
  if (isReason(reason)) return REASONS[reason];
  const name = reason.replaceAll('-', ' ');
  return { short: name, sentence: `Reason: ${name}.`, tone: 'quiet' };
}

function isReason(reason: string): reason is Reason {
  return Object.hasOwn(REASONS, reason);
}
