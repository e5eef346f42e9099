import { amountIn, sentence } from '../sentence.ts';
import type { Texts } from '../texts.ts';
import { stateText } from './causes.ts';
import { CHECKS } from './checks.ts';
import { decision } from './decision.ts';
import { HISTORY } from './history.ts';
import { NO_PRICES } from './no-prices.ts';
import { STOPS } from './stops.ts';
import { PIECES, scheduleText } from './wording.ts';

export const GERMAN: Texts = {
  checks: CHECKS,
  nothingDivided: (by) =>
    sentence`${by} Solange eines der Konten nicht bedient werden kann, wird nichts aufgeteilt.`,
  spokenFor: ({ currency, balance, committed }) =>
    sentence`Vom Bestand von ${amountIn(currency, balance)} sind ${amountIn(currency, committed)} bereits für andere Aufträge vorgemerkt; der Rest reicht für diese Regel nicht aus.`,
  madeBefore: ({ currency, instructionId, state }) => [
    `${instructionId} wurde für diesen Termin bereits erstellt und ist ${stateText(state)}, obwohl ${currency} nichts mehr davon weiß: Etwas anderes als Sluice hat es geändert. Dafür geht nichts mehr hinaus.`,
  ],
  pieceUnsealed: ({ piece, id, version, verdict }) => {
    const name = `${PIECES[piece].the}${id === null ? '' : ` ${id}`}, Version ${version}`;
    switch (verdict) {
      case 'unsealed':
        return [
          `${name}: kein Siegel. Zwei Personen müssen dies erneut freigeben, bevor etwas gesendet wird.`,
        ];
      case 'foreign':
        return [
          `${name}: in einem anderen Hauptbuch versiegelt. Zwei Personen müssen dies hier freigeben, bevor etwas gesendet wird.`,
        ];
      case 'invalid':
        return [
          `${name}: Das Siegel stimmt nicht. Etwas anderes als Sluice hat in das Hauptbuch geschrieben.`,
        ];
      default:
        return verdict satisfies never;
    }
  },
  stops: STOPS,
  history: HISTORY,
  prices: NO_PRICES,
  decision,
  schedule: scheduleText,
};
