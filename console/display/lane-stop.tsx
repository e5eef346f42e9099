import { stopNextSentence } from '../../treasury/facts/sentences/say/lane-step.ts';
import { notSent } from '../../treasury/facts/sentences/say/not-sent.ts';
import { stoppedLane } from '../../treasury/facts/stopped-lane.ts';
import { SaidIn } from './said.tsx';

interface LaneStopProps {
  readonly currency: string;
  readonly state: string;
}

/** Why nothing leaves a currency that no request blocks, and what frees it; nothing where its lane stops nothing. */
export function LaneStop(lane: LaneStopProps) {
  const stopped = stoppedLane(lane);
  if (stopped === null) return null;
  const { why, next } = stopped;
  return (
    <p>
      <SaidIn say={(language) => notSent(why, language)} />{' '}
      <SaidIn say={(language) => stopNextSentence(next, undefined, language)} />
    </p>
  );
}
