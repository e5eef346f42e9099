import type { LaneStep } from '../../lane-step.ts';
import type { LaneActions, LaneStepTexts } from '../lane-step-texts.ts';
import { amountIn, moment, type Sentence, sentence, written } from '../sentence.ts';
import { notSent } from './not-sent.ts';

type ToSettle = Extract<LaneStep, { readonly instructionId: string }>;

function agreed({ kind, instructionId, says }: ToSettle, actions?: LaneActions): Sentence {
  const way = by(actions?.settle(kind, instructionId));
  if (says === undefined) return sentence`Two people settle it, one after the other${way}.`;
  const not = says.executed ? '' : 'not ';
  return sentence`${written(says.by)} says it was ${not}executed; a second person agrees${way}.`;
}

function notBefore({ notBefore: at }: ToSettle): Sentence {
  return at === undefined ? [] : sentence` "Not executed" can be said from ${moment(at)} on.`;
}

function by(way: string | undefined): string {
  return way === undefined ? '' : `: ${way}`;
}

export const LANE_STEP: LaneStepTexts = {
  steps: {
    'wait-for-outcome': ({ until }) =>
      sentence`Wait. Where no outcome is recorded by ${moment(until)}, it is called unknown.`,
    'wait-for-balance': ({ until }) =>
      sentence`Wait until ${moment(until)}: a balance read after that without an unexplained fall frees it.`,
    'settle-rejected': (step, actions) =>
      sentence`The next balance without an unexplained fall since the claim frees it. If there is such a fall: ${agreed(step, actions)}`,
    'settle-unknown': (step, actions) =>
      sentence`Look it up at the service. ${agreed(step, actions)}${notBefore(step)}`,
    'settle-anomaly': (step, actions) =>
      sentence`Compare what was asked with what was answered at the service. ${agreed(step, actions)}${notBefore(step)} Then two people end the halt.`,
    rearm: ({ currency }, actions) =>
      sentence`${notSent({ code: 'armed-elsewhere', currency })} Compare with the records of the service; settle this; then two people arm what is free${by(actions?.rearm())}.`,
  },
  stopped: {
    arm: (_, actions) =>
      `Compare with the records of the service; then two people arm it${by(actions?.rearm())}.`,
    repair: () => 'Put its item right in the table: docs/operations.md says how.',
    'end-halt': (_, actions) => `Two people end the halt${by(actions?.resume())}.`,
  },
  unbooked: {
    claimed: ({ amount, currency }) =>
      sentence`${amountIn(currency, amount)} was claimed and no balance read since shows that it left; it stays committed, and only it.`,
    'fee-of-claimed': ({ amount, currency }) =>
      sentence`${amountIn(currency, amount)} of the falls seen may have been fees, so as much of what was claimed may still leave.`,
    contradicted: ({ amount, currency, until }) =>
      sentence`A balance showed that ${amountIn(currency, amount)} left, and a later one shows the amount again: it stays committed until ${moment(until)} at the latest.`,
    rise: ({ amount, currency, until }) =>
      sentence`A balance showed that ${amountIn(currency, amount)} left, and the balance rose soon after by another amount: it stays committed until ${moment(until)} at the latest.`,
    fee: ({ amount, currency, until }) =>
      sentence`${amountIn(currency, amount)} of a fall that was seen may have been a fee, so as much may still leave: it stays committed until ${moment(until)} at the latest.`,
  },
  next: {
    'wait-for-fall': () => 'Wait: the next balance that shows a fall frees what was claimed.',
    'wait-alone': () => 'Wait: it is free by itself.',
    'look-up': ({ currency }, actions) => {
      const ways =
        actions === undefined
          ? ''
          : `: ${actions.readUnbooked(currency)} shows what; ${actions.concludeUnbooked(currency)}`;
      return `Look it up in the service's own records. Two people conclude it, one after the other${ways}.`;
    },
  },
};
