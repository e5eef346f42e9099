import type { Language } from '../../treasury/facts/sentences/language.ts';
import type { Tone } from '../display/status.tsx';
import type { Reason } from './texts/decision-texts.ts';
import { TEXTS } from './texts/texts.ts';

interface ReasonText {
  /** In a list, as short as it can be. */
  readonly short: string;
  /** Why a rule did not sweep, as a sentence. */
  readonly sentence: string;
  readonly tone: Tone;
}

/** How a reason is to be taken. */
const TONES: Readonly<Record<Reason, Tone>> = {
  sweep: 'good',
  disarmed: 'bad',
  halted: 'bad',
  'newer-version': 'warn',
  unreadable: 'bad',
  disabled: 'quiet',
  'account-not-active': 'warn',
  'account-cooling-off': 'warn',
  'currency-mismatch': 'bad',
  'conversion-circle': 'bad',
  'instrument-not-allowed': 'bad',
  'currency-not-held': 'quiet',
  'balance-not-stated': 'bad',
  'stale-balance': 'warn',
  'price-unusable': 'warn',
  'not-scheduled': 'quiet',
  missed: 'warn',
  holiday: 'quiet',
  'outside-calendar': 'bad',
  'after-cut-off': 'quiet',
  uncertain: 'bad',
  'in-flight': 'busy',
  backoff: 'warn',
  cooldown: 'quiet',
  'no-price': 'warn',
  'stale-price': 'warn',
  'price-jumped': 'warn',
  'keep-above-threshold': 'warn',
  'below-threshold': 'quiet',
  'nothing-left-by-earlier-rule': 'quiet',
  'withdrawals-exhausted': 'warn',
  'budget-exhausted': 'warn',
  'trade-limit-exhausted': 'warn',
  'limit-unknown': 'warn',
  'liquidity-floor': 'warn',
  'account-limit': 'warn',
  'counterparty-limit': 'warn',
  'outflow-limit': 'warn',
  'below-minimum': 'quiet',
  'dry-run': 'warn',
  varying: 'quiet',
};

/**
 * Why a rule sweeps or not, as people say it. A console that stayed open over a deployment may meet a reason that it does not
 * know: it shows its name.
 */
export function reasonText(reason: string, language: Language = 'en'): ReasonText {
  const texts = TEXTS[language];
  if (isReason(reason)) return { ...texts.reasons[reason], tone: TONES[reason] };
  const name = reason.replaceAll('-', ' ');
  return { short: name, sentence: texts.unknownReason(name), tone: 'quiet' };
}

function isReason(reason: string): reason is Reason {
  return Object.hasOwn(TONES, reason);
}
