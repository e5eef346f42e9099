import type { Absent } from '../../../valuation/balance.ts';
import { amountIn, moment, type Sentence, sentence } from '../sentence.ts';
import { unreadable } from './unreadable.ts';

export function notStated(currency: string, absent: Absent | null): Sentence {
  if (absent === null)
    return [`Die Antwort des Dienstes führt ${currency} nicht auf; der Bestand ist nicht bekannt.`];
  if (absent.reading === 'unreadable') {
    return sentence`Die Antwort des Dienstes ist für ${currency} nicht lesbar (${unreadable(absent.why)}); der Bestand ist nicht bekannt.`;
  }
  const { since, last } = absent;
  return sentence`Die Antwort des Dienstes führt ${currency} nicht auf (seit ${moment(since)}); der Bestand ist nicht bekannt. Die letzte Antwort, die ihn angab, nannte ${amountIn(currency, last.total)}, am ${moment(last.readAt)}.`;
}
