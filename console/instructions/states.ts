import type { components } from '@sluice/client';

export type State = components['schemas']['Instruction']['status']['state'];

/** Every state that an instruction can be found in, in the order of its life, as people read it. */
export const STATES: Readonly<Record<State, string>> = {
  proposed: 'recorded',
  'awaiting-approval': 'waiting for approval',
  approved: 'approved, not sent yet',
  sending: 'being sent',
  confirmed: 'confirmed',
  unknown: 'unknown',
  rejected: 'rejected',
  anomaly: 'anomaly',
  'not-sent': 'not sent',
  released: 'settled: not executed',
  declined: 'declined',
  expired: 'expired',
  cancelled: 'cancelled',
};

export function stateText(state: State): string {
  return STATES[state];
}

/** What a state means for the money, in one sentence: what is recorded is not yet what has moved. */
export const MEANINGS: Readonly<Record<State, string>> = {
  proposed: 'It is recorded. Nothing was sent.',
  'awaiting-approval': 'It is recorded and waits for approval. Nothing was sent.',
  approved: 'It is approved. It was not sent yet.',
  sending: 'It is being sent at this moment: its outcome is not known yet.',
  confirmed: 'It was carried out, and confirmed.',
  unknown:
    'It was sent and its outcome is not known: it may have been carried out, or not. Do not ask for it again; settle it.',
  rejected: 'The service rejected it. Its currency is blocked until two people have settled it.',
  anomaly: 'The answer contradicts the request. Everything is halted.',
  'not-sent': 'It was not sent: nothing left.',
  released: 'It was settled as not executed: nothing left.',
  declined: 'An approver declined it. Nothing was sent.',
  expired: 'The time for an approval ended. Nothing was sent.',
  cancelled: 'It was cancelled. Nothing was sent.',
};

/** States in which money has an outcome that two people settle. */
export function isToBeSettled(state: State): boolean {
  return state === 'unknown' || state === 'rejected' || state === 'anomaly';
}
