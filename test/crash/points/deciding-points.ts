import { at, CONFIRMED, type CrashPoint, done } from './crash-point.ts';
import { DECIDING, WITHDRAWAL } from './effects.ts';

function deciding(name: string, description: string, deaths: CrashPoint['deaths']): CrashPoint {
  return {
    name: `run-sweeps/${name}`,
    description,
    work: 'sweeps',
    deaths,
    // What is decided first would be on its way already while the rest is decided.
    heldBack: WITHDRAWAL.firstRead,
    endings: [CONFIRMED],
  };
}

export const DECIDING_POINTS: readonly CrashPoint[] = [
  deciding(
    'first-read/before',
    'the snapshot is handed over, nothing is read',
    at(DECIDING.firstRead, 'before'),
  ),
  deciding('commit/before', 'decided; nothing is written', at(DECIDING.commit, 'before')),
  deciding(
    'commit/half-sent',
    'half of the request to write the decisions has left',
    at(DECIDING.commit, 'half-sent'),
  ),
  deciding(
    'commit/under-way',
    'the engine dies while it writes the decisions',
    at(DECIDING.commit, 'under-way'),
  ),
  deciding(
    'commit/answer-lost',
    'decisions and instruction are written, the answer lost',
    at(DECIDING.commit, 'answer-lost'),
  ),
  deciding(
    'done',
    'done, and the stream does not know how far it came',
    done('run-sweeps', 'snapshot'),
  ),
  deciding(
    'stream/answer-lost',
    'approved; the stream has not handed it over',
    at(DECIDING.handedOver, 'answer-lost'),
  ),
];
