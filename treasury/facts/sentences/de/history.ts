import type { SaidOfHistory } from '../said.ts';
import { amountIn, joined, moment, numberPart, sentence, written } from '../sentence.ts';
import { CAUSES } from './causes.ts';
import { statementLapsed } from './lapses.ts';

function people(by: readonly string[]) {
  return joined(by.map(written), ' und ');
}

export const HISTORY: SaidOfHistory = {
  decided: ({ decision, part }, { decided }) =>
    sentence`${part === undefined ? [] : sentence`Teil ${part.part} von ${part.of}. `}${decided(decision)}`,
  requested: ({ by, comment, missed }, { named }) => {
    const occurrence =
      missed === undefined
        ? []
        : sentence`, für den verpassten Termin ${moment(missed.occurrence)} der Regel ${missed.ruleId}`;
    const said = comment === undefined ? [] : sentence`: ${written(comment)}`;
    return sentence`angefragt von ${named(by)}${occurrence}${said}`;
  },
  'awaiting-approval': ({ expiresAt, approvalsRequired }) =>
    approvalsRequired === 1
      ? sentence`wartet bis ${moment(expiresAt)} auf eine Freigabe`
      : sentence`wartet bis ${moment(expiresAt)} auf die Freigaben von ${approvalsRequired} Personen`,
  'approval-given': ({ by, expiresAt }) =>
    sentence`${written(by)} gibt frei; eine weitere Person muss es bis ${moment(expiresAt)} tun`,
  approved: ({ by }, { named }) => sentence`freigegeben durch ${joined(by.map(named), ' und ')}`,
  declined: ({ by, comment }) => sentence`abgelehnt durch ${written(by)}: ${written(comment)}`,
  expired: () => 'abgelaufen',
  cancelled: ({ why }, { stopped }) => stopped(why),
  claimed: ({ sendBy }) => sentence`wird gesendet, spätestens vor ${moment(sendBy)}`,
  'not-confirmed': ({ cause }) => CAUSES[cause],
  rejected: ({ status }) => `der Dienst antwortete ${status}`,
  confirmed: ({ notStated = [] }) =>
    notStated.length === 0
      ? 'bestätigt'
      : `bestätigt; die Antwort nennt nicht, wohin es ging: ${notStated.join(', ')}`,
  released: ({ by, comment }) =>
    sentence`nicht ausgeführt, geklärt durch ${people(by)}: ${written(comment)}`,
  'released-by-evidence': () => 'nicht ausgeführt, geklärt durch die Bestände allein',
  'settlement-proposed': ({ by, executed, withdrawalId, fill, comment }) => {
    const amounts =
      fill === undefined
        ? []
        : sentence`, ${numberPart(fill.base)} gegen ${numberPart(fill.quote)}`;
    const said = executed ? sentence`es wurde ausgeführt${amounts}` : 'es wurde nicht ausgeführt';
    const id = withdrawalId === undefined ? '' : ` als ${withdrawalId}`;
    return sentence`${written(by)} sagt, ${said}${id}: ${written(comment)}; eine zweite Person muss zustimmen`;
  },
  'settlement-withdrawn': ({ by }) =>
    sentence`${written(by)} hat die Aussage zur Klärung zurückgenommen`,
  'settlement-lapsed': statementLapsed,
  'unbooked-concluded': ({ outcome, amount, currency, by }) =>
    sentence`${amountIn(currency, amount)} davon ${outcome === 'booked' ? 'wurden gebucht' : 'wurden nicht ausgeführt'}, wie ${people(by)} festgestellt haben`,
};
