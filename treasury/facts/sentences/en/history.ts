import type { SaidOfHistory } from '../said.ts';
import { amountIn, joined, moment, numberPart, sentence, written } from '../sentence.ts';
import { statementLapsed } from './lapses.ts';

function people(by: readonly string[]) {
  return joined(by.map(written), ' and ');
}

export const HISTORY: SaidOfHistory = {
  decided: ({ decision, part }, { decided }) =>
    sentence`${part === undefined ? [] : sentence`Part ${part.part} of ${part.of}. `}${decided(decision)}`,
  requested: ({ by, comment, missed }, { named }) => {
    const occurrence =
      missed === undefined
        ? []
        : sentence`, for the missed occurrence ${moment(missed.occurrence)} of rule ${missed.ruleId}`;
    const said = comment === undefined ? [] : sentence`: ${written(comment)}`;
    return sentence`asked for by ${named(by)}${occurrence}${said}`;
  },
  'awaiting-approval': ({ expiresAt, approvalsRequired }) =>
    approvalsRequired === 1
      ? sentence`waits for an approval until ${moment(expiresAt)}`
      : sentence`waits for the approvals of ${approvalsRequired} people until ${moment(expiresAt)}`,
  'approval-given': ({ by, expiresAt }) =>
    sentence`${written(by)} approves; one more person has to by ${moment(expiresAt)}`,
  approved: ({ by }, { named }) => sentence`approved by ${joined(by.map(named), ' and ')}`,
  declined: ({ by, comment }) => sentence`declined by ${written(by)}: ${written(comment)}`,
  expired: () => 'expired',
  cancelled: ({ why }, { stopped }) => stopped(why),
  claimed: ({ sendBy }) => sentence`claimed; to be sent before ${moment(sendBy)}`,
  'not-confirmed': ({ cause }) => cause,
  rejected: ({ status }) => `the service answered ${status}`,
  confirmed: ({ notStated = [] }) =>
    notStated.length === 0
      ? 'confirmed'
      : `confirmed; the answer does not state where it went by ${notStated.join(', ')}`,
  released: ({ by, comment }) =>
    sentence`not executed, settled by ${people(by)}: ${written(comment)}`,
  'released-by-evidence': () => 'not executed, settled by the evidence alone',
  'settlement-proposed': ({ by, executed, withdrawalId, fill, comment }) => {
    const amounts =
      fill === undefined ? [] : sentence`, ${numberPart(fill.base)} for ${numberPart(fill.quote)}`;
    const said = executed ? sentence`it was executed${amounts}` : 'it was not executed';
    const id = withdrawalId === undefined ? '' : ` as ${withdrawalId}`;
    return sentence`${written(by)} says ${said}${id}: ${written(comment)}; a second person has to agree`;
  },
  'settlement-withdrawn': ({ by }) => sentence`${written(by)} took back what was said to settle it`,
  'settlement-lapsed': statementLapsed,
  'unbooked-concluded': ({ outcome, amount, currency, by }) =>
    sentence`${amountIn(currency, amount)} of it ${outcome === 'booked' ? 'was booked' : 'was not executed'}, as ${people(by)} concluded`,
};
