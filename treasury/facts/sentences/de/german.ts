import { amountIn, sentence } from '../sentence.ts';
import type { Texts } from '../texts.ts';
import { CHECKS } from './checks.ts';
import { decision } from './decision.ts';
import { NO_PRICES } from './no-prices.ts';
import { scheduleText } from './wording.ts';

/** Nouns of the pieces of a policy, with their articles. */
const PIECES = {
  controls: 'Die Einstellungen',
  rule: 'Die Regel',
  account: 'Das Konto',
  calendar: 'Der Kalender',
  webhook: 'Der Webhook',
  'manual-rate': 'Der manuelle Kurs',
  'matching-rule': 'Die Zuordnungsregel',
} as const;

export const GERMAN: Texts = {
  checks: CHECKS,
  nothingDivided: (by) =>
    sentence`${by} Solange eines der Konten nicht bedient werden kann, wird nichts aufgeteilt.`,
  spokenFor: ({ currency, balance, committed }) =>
    sentence`Vom Bestand von ${amountIn(currency, balance)} sind ${amountIn(currency, committed)} bereits für andere Aufträge vorgemerkt; der Rest reicht für diese Regel nicht aus.`,
  madeBefore: ({ currency, instructionId, state }) => [
    `${instructionId} wurde für diesen Termin bereits erstellt und ist ${state}, obwohl ${currency} nichts mehr davon weiß: Etwas anderes als Sluice hat es geändert. Dafür geht nichts mehr hinaus.`,
  ],
  pieceUnsealed: ({ piece, id, version, verdict }) => {
    const name = `${PIECES[piece]}${id === null ? '' : ` ${id}`}, Version ${version}`;
    switch (verdict) {
      case 'unsealed':
        return [
          `${name}: kein Siegel. Zwei Personen müssen dies erneut freigeben, bevor etwas gesendet wird.`,
        ];
      case 'foreign':
        return [
          `${name}: in einem anderen Buch versiegelt. Zwei Personen müssen dies hier freigeben, bevor etwas gesendet wird.`,
        ];
      case 'invalid':
        return [
          `${name}: Das Siegel stimmt nicht. Etwas anderes als Sluice hat in das Buch geschrieben.`,
        ];
      default:
        return verdict satisfies never;
    }
  },
  prices: NO_PRICES,
  decision,
  schedule: scheduleText,
};
