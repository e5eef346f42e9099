import type { RuleSplit } from '../../../policy/split-schema.ts';
import { type Allocation, latestStartOf } from '../../../policy/sweep-rule.ts';
import type { RuleSchedule } from '../../schedule-facts.ts';
import type { Phrase } from '../said.ts';
import { joined, numberPart, type Sentence, sentence } from '../sentence.ts';
import { durationDative } from './duration.ts';

/** "50 % des Überschusses", for tables. */
export function allocationText(allocation: Allocation): Phrase {
  switch (allocation.kind) {
    case 'all':
      return 'der ganze Überschuss';
    case 'percentage':
      return sentence`${numberPart(allocation.percent)} % des Überschusses`;
    case 'fixed':
      return sentence`${numberPart(allocation.amount)}, oder der Überschuss, falls er kleiner ist`;
    default:
      return allocation satisfies never;
  }
}

/** "60 %; 40 %", and "5; der Rest", in the order of the parts. */
export function splitText(split: RuleSplit): Sentence {
  const parts =
    split.kind === 'weights'
      ? split.parts.map(({ percent }) => sentence`${numberPart(percent)} %`)
      : split.parts.map(({ amount }) => (amount === undefined ? 'der Rest' : numberPart(amount)));
  return joined(parts, '; ');
}

/** "Cron 0 7 * * ? * Europe/Zurich, Start innerhalb von 1 Stunde". */
export function scheduleText({ schedule, latestStartSeconds }: RuleSchedule): Sentence {
  return schedule.kind === 'cron'
    ? [
        `Cron ${schedule.expression} ${schedule.timeZone}, Start innerhalb von ${durationDative(latestStartOf({ latestStartSeconds }))}`,
      ]
    : ['jede Momentaufnahme'];
}

/** "Büro und TARGET". */
export function listed(names: readonly string[], word: 'und' | 'oder' = 'und'): string {
  return names.join(` ${word} `);
}

export const SIDES = { buy: 'Kauf', sell: 'Verkauf' } as const;

/** The pieces of a policy: at the beginning of a sentence, and by name alone. */
export const PIECES = {
  controls: { the: 'Die Vorgaben', name: 'Vorgaben' },
  rule: { the: 'Die Regel', name: 'Regel' },
  account: { the: 'Das Konto', name: 'Konto' },
  calendar: { the: 'Der Kalender', name: 'Kalender' },
  webhook: { the: 'Der Webhook', name: 'Webhook' },
  'manual-rate': { the: 'Der manuelle Kurs', name: 'manueller Kurs' },
  'matching-rule': { the: 'Die Zuordnungsregel', name: 'Zuordnungsregel' },
} as const;
