import type { EvidenceTexts } from '../evidence-texts.ts';
import { amountIn, joined, moment, numberPart, sentence, signedIn } from '../sentence.ts';

export const EVIDENCE: EvidenceTexts = {
  unexplained: (currency, amount) => {
    if (amount === null) return ['nothing is unexplained'];
    return amount.startsWith('-')
      ? sentence`${amountIn(currency, amount.slice(1))} went out unexplained`
      : sentence`${amountIn(currency, amount)} came in unexplained`;
  },
  point: (currency, balance, { ifExecuted, ifNot }) =>
    sentence`${amountIn(currency, balance)}: if executed, ${ifExecuted}; if not, ${ifNot}`,
  nothingRead: (since) => sentence`No balance read since ${moment(since)} says anything about it.`,
  read: (from, until) => sentence`Balances read from ${moment(from)} to ${moment(until)}.`,
  currency: ({ currency, balanceBefore, balance, changeIfExecuted }, { ifExecuted, ifNot }) =>
    sentence`${currency} was ${numberPart(balanceBefore)} before the claim and is ${numberPart(balance)}; executing it changes ${signedIn(currency, changeIfExecuted)}. If executed, ${ifExecuted}; if not, ${ifNot}.`,
  earlierFlows: ({ earlierFlows, currency }) => {
    if (earlierFlows.length === 0) return ['No other flow of it is known.'];
    const flows = earlierFlows.map(
      ({ instructionId, change, at }) =>
        sentence`${signedIn(currency, change)} of ${instructionId}, recorded ${moment(at)}`,
    );
    return sentence`Known flows that the service may show late: ${joined(flows, ', ')}.`;
  },
  fitting: {
    both: 'Both answers explain every reading.',
    executed: 'Only "executed" explains every reading.',
    notExecuted: 'Only "not executed" explains every reading.',
    neither: 'Neither answer explains every reading: something else moved the balance.',
  },
  mayStillExecute: (until) =>
    sentence`Until ${moment(until)} the service may still execute it, so nothing read so far says "not executed".`,
  notStated: ({ currencies, readAt }) =>
    sentence`The answer of ${moment(readAt)} does not state ${currencies.join(' and ')}: it says neither "executed" nor "not executed"; look the balance up at the service.`,
};
