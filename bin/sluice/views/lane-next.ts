import type { components } from '@sluice/client';
import type { LaneActions } from '../../../treasury/facts/sentences/lane-step-texts.ts';
import {
  laneStepSentence,
  stopNextSentence,
  unbookedNext,
  unbookedWhy,
} from '../../../treasury/facts/sentences/say/lane-step.ts';
import { sayNotSent } from '../../../treasury/facts/sentences/say/not-sent.ts';
import { asText } from '../../../treasury/facts/sentences/sentence.ts';
import { stoppedLane } from '../../../treasury/facts/stopped-lane.ts';

type Lane = components['schemas']['LaneView'];

/** At a terminal the next step is a command, where one does it. */
export const LANE_COMMANDS: LaneActions = {
  settle: (_, instructionId) => `sluice settle ${instructionId}`,
  readUnbooked: (currency) => `GET /v1/lanes/${currency}/unbooked`,
  concludeUnbooked: (currency) => `POST /v1/lanes/${currency}/unbooked/conclude`,
  rearm: () => 'sluice lanes rearm',
  resume: () => 'sluice resume',
};

/** Why nothing of a currency leaves; nothing where it is free. */
export function whyText(lane: Lane): string {
  const stopped = stoppedLane(lane);
  return lane.blockedBy?.why ?? (stopped === null ? '' : sayNotSent(stopped.why));
}

/** What frees a currency; of one that lets everything leave, the amount that is held back. */
export function nextText(lane: Lane): string {
  const { blockedBy, unbooked, currency } = lane;
  if (blockedBy !== undefined) return asText(laneStepSentence(blockedBy.step, LANE_COMMANDS));
  const stopped = stoppedLane(lane);
  if (stopped !== null) return asText(stopNextSentence(stopped.next, LANE_COMMANDS));
  return unbooked === undefined ? '' : asText(unbookedNext(unbooked, currency, LANE_COMMANDS));
}

/** Why an amount is held back, and what frees it. */
export function unbookedText({ unbooked, currency }: Lane): string | undefined {
  if (unbooked === undefined) return undefined;
  const next = unbookedNext(unbooked, currency, LANE_COMMANDS);
  return asText([...unbookedWhy(unbooked, currency), ' ', ...next]);
}
