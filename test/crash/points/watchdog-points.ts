import type { Moment } from '../proxy/effect.ts';
import {
  at,
  CONFIRMED,
  type CrashPoint,
  type Death,
  done,
  RELEASED,
  UNKNOWN_EXECUTED,
  UNKNOWN_NOT_SENT,
} from './crash-point.ts';
import { DECIDING, SETTLING, START, WATCHDOG, WITHDRAWAL } from './effects.ts';
import { REJECTED_BEFORE } from './sending-points.ts';

/** Longer than an approved instruction waits before it is delivered again. */
const REDELIVERY_CLOCK_MS = 60_000;

/* The watchdog acts on what a first death has left behind, so its own deaths are the second ones. */

function givingUp(moment: Moment, description: string): CrashPoint {
  return {
    name: `watchdog/give-up/${moment}`,
    description,
    work: 'sweeps',
    deaths: [...at(WITHDRAWAL.post, 'answer-lost'), ...at(WATCHDOG.giveUp, moment)],
    endings: [UNKNOWN_EXECUTED],
  };
}

function freeing(moment: Moment, description: string): CrashPoint {
  const { deaths, endings, faults } = REJECTED_BEFORE;
  return {
    name: `watchdog/free-lane/${moment}`,
    description,
    work: 'sweeps',
    deaths: [...deaths, ...at(WATCHDOG.free, moment)],
    endings,
    faults,
  };
}

function redelivering(moment: Moment, description: string): CrashPoint {
  return {
    name: `watchdog/redelivery/${moment}`,
    description,
    work: 'sweeps',
    deaths: at(WATCHDOG.redelivery, moment),
    // The first delivery cannot read the balances, and leaves the instruction for later.
    refusal: { effect: WITHDRAWAL.balances, status: 404, clockMs: REDELIVERY_CLOCK_MS },
    endings: [CONFIRMED],
  };
}

export const WATCHDOG_POINTS: readonly CrashPoint[] = [
  givingUp('before', 'a claim past its time is found; not given up'),
  givingUp('under-way', 'the engine dies while it writes what was given up'),
  givingUp('answer-lost', 'given up as unknown, the answer lost'),
  redelivering('before', 'an approved instruction is not delivered again'),
  redelivering('answer-lost', 'delivered again, the answer lost'),
  freeing('before', 'a refused request’s lane is not freed'),
  freeing('answer-lost', 'freed, the answer lost'),
];

/* People settle what a first death has left unknown: executed, or not. */

function settling(name: string, description: string, deaths: readonly Death[]): CrashPoint {
  return {
    name: `settle-instruction/${name}`,
    description,
    work: 'settlement',
    deaths: [...at(WITHDRAWAL.post, 'answer-lost'), ...deaths],
    endings: [CONFIRMED],
  };
}

function releasing(moment: Moment, description: string): CrashPoint {
  return {
    name: `settle-instruction/release/${moment}`,
    description,
    work: 'settlement',
    deaths: [...at(WITHDRAWAL.claim, 'answer-lost'), ...at(SETTLING.settlement, moment)],
    endings: [RELEASED],
  };
}

export const SETTLEMENT_POINTS: readonly CrashPoint[] = [
  settling(
    'proposal/before',
    'the first person’s word is not written',
    at(SETTLING.proposal, 'before'),
  ),
  settling(
    'proposal/answer-lost',
    'the first person’s word is written, the answer lost',
    at(SETTLING.proposal, 'answer-lost'),
  ),
  settling(
    'confirmation/before',
    'both say "executed"; it is not written',
    at(SETTLING.settlement, 'before'),
  ),
  settling(
    'confirmation/under-way',
    'the engine dies while it writes "executed"',
    at(SETTLING.settlement, 'under-way'),
  ),
  settling(
    'confirmation/answer-lost',
    '"executed" is written, the answer lost',
    at(SETTLING.settlement, 'answer-lost'),
  ),
  settling(
    'done',
    'done, and the person has not been told',
    done('settle-instruction', 'approver'),
  ),
  releasing('before', 'both say "not executed"; it is not written'),
  releasing('under-way', 'the engine dies while it writes "not executed"'),
  releasing('answer-lost', '"not executed" is written, the answer lost'),
];

function starting(
  name: string,
  description: string,
  deaths: CrashPoint['deaths'],
  endings: CrashPoint['endings'] = [CONFIRMED],
): CrashPoint {
  return { name: `start-up/${name}`, description, work: 'sweeps', deaths, endings };
}

export const START_POINTS: readonly CrashPoint[] = [
  starting('table/before', 'there is no table', at(START.table, 'before')),
  starting('second-table/before', 'there is one table of the two', at(START.secondTable, 'before')),
  starting('lane/before', 'the policy is half applied', at(START.lane, 'before')),
  starting(
    'controls/before',
    'applied but for the controls, which arm it',
    at(START.controls, 'before'),
  ),
  starting('controls/answer-lost', 'armed, the answer lost', at(START.controls, 'answer-lost')),
  starting(
    'streams/before',
    'ready; streams and schedules are not armed',
    at(START.streams, 'before'),
  ),
  starting('streams/work-pending', 'the same, with an approved instruction waiting', [
    ...at(DECIDING.commit, 'answer-lost'),
    ...at(START.streams, 'before'),
  ]),
  starting(
    'streams/claim-pending',
    'the same, with a claim whose holder is dead',
    [...at(WITHDRAWAL.claim, 'answer-lost'), ...at(START.streams, 'before')],
    [UNKNOWN_NOT_SENT],
  ),
];
