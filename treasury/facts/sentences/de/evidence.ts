import type { EvidenceTexts } from '../evidence-texts.ts';
import { amountIn, joined, moment, numberPart, sentence, signedIn } from '../sentence.ts';

export const EVIDENCE: EvidenceTexts = {
  unexplained: (currency, amount) => {
    if (amount === null) return ['bleibt nichts ungeklärt'];
    return amount.startsWith('-')
      ? sentence`sind ${amountIn(currency, amount.slice(1))} ungeklärt abgegangen`
      : sentence`sind ${amountIn(currency, amount)} ungeklärt eingegangen`;
  },
  point: (currency, balance, { ifExecuted, ifNot }) =>
    sentence`${amountIn(currency, balance)}: falls ausgeführt, ${ifExecuted}; falls nicht, ${ifNot}`,
  nothingRead: (since) =>
    sentence`Kein seit ${moment(since)} gelesener Bestand sagt etwas darüber aus.`,
  read: (from, until) => sentence`Bestände, gelesen von ${moment(from)} bis ${moment(until)}.`,
  currency: ({ currency, balanceBefore, balance, changeIfExecuted }, { ifExecuted, ifNot }) =>
    sentence`${currency} stand vor dem Senden bei ${numberPart(balanceBefore)} und steht bei ${numberPart(balance)}; eine Ausführung ändert den Bestand um ${signedIn(currency, changeIfExecuted)}. Falls ausgeführt, ${ifExecuted}; falls nicht, ${ifNot}.`,
  earlierFlows: ({ earlierFlows, currency }) => {
    if (earlierFlows.length === 0) return ['Andere Bewegungen sind nicht bekannt.'];
    const flows = earlierFlows.map(
      ({ instructionId, change, at }) =>
        sentence`${signedIn(currency, change)} von ${instructionId}, erfasst ${moment(at)}`,
    );
    return sentence`Bekannte Bewegungen, die der Dienst verspätet zeigen kann: ${joined(flows, '; ')}.`;
  },
  fitting: {
    both: 'Beide Antworten erklären jeden gelesenen Bestand.',
    executed: 'Nur „ausgeführt“ erklärt jeden gelesenen Bestand.',
    notExecuted: 'Nur „nicht ausgeführt“ erklärt jeden gelesenen Bestand.',
    neither:
      'Keine der beiden Antworten erklärt jeden gelesenen Bestand: Etwas anderes hat ihn bewegt.',
  },
  mayStillExecute: (until) =>
    sentence`Bis ${moment(until)} kann der Dienst den Auftrag noch ausführen; bisher sagt also kein gelesener Bestand „nicht ausgeführt“.`,
  notStated: ({ currencies, readAt }) =>
    sentence`Die Antwort vom ${moment(readAt)} gibt ${currencies.join(' und ')} nicht an: Sie sagt weder „ausgeführt“ noch „nicht ausgeführt“; sehen Sie den Bestand beim Dienst nach.`,
};
