import type { FaultInput } from '../../../sandbox/index.ts';
import {
  anomaly,
  DONE_AT_ONCE,
  type EndState,
  type FailurePoint,
  stays,
  unknown,
} from '../failure-point.ts';
import { meets } from '../meets.ts';

type Spoiled = Extract<FaultInput, { execute?: unknown }>;
type Row = readonly [name: string, description: string, EndState, Spoiled];

const ROWS: readonly Row[] = [
  ['empty', 'a 200 without a body', unknown('empty-answer'), { kind: 'empty-200' }],
  [
    'truncated',
    'a 200 that ends in the middle, whole by its framing',
    unknown('truncated-answer'),
    { kind: 'truncated-200' },
  ],
  [
    'shorter than announced',
    'a 200 whose body is cut off',
    unknown('truncated-answer'),
    { kind: 'truncated-200', framing: 'short' },
  ],
  ['HTML', "a proxy's page with status 200", unknown('invalid-answer'), { kind: 'html-200' }],
  [
    'wrong types',
    'amounts and ids as JSON numbers',
    unknown('invalid-answer'),
    { kind: 'wrong-types-200' },
  ],
  [
    'oversized',
    'a right answer behind megabytes of white space',
    unknown('oversized-answer'),
    { kind: 'oversize-body', bytes: 3 * 1024 * 1024 },
  ],
  [
    'another amount',
    'a withdrawal of ten times as much and a little more',
    anomaly('other-amount'),
    { kind: 'contradicting-200', what: 'amount' },
  ],
  [
    'another account',
    'a withdrawal to an account that was not requested',
    anomaly('other-account'),
    { kind: 'contradicting-200', what: 'account' },
  ],
  [
    'another currency',
    'a withdrawal of another currency',
    anomaly('other-currency'),
    { kind: 'contradicting-200', what: 'currency' },
  ],
  [
    'no withdrawal',
    'a valid list with nothing in it',
    anomaly('no-withdrawal'),
    { kind: 'contradicting-200', what: 'none' },
  ],
  [
    'the same withdrawal twice',
    'one id two times in one answer',
    anomaly('repeated-withdrawal'),
    { kind: 'contradicting-200', what: 'duplicate-id' },
  ],
];

function point([name, description, endState, fault]: Row, execute: boolean): FailurePoint {
  return {
    effect: 'a 200',
    name,
    description: `${description}; the service has ${execute ? '' : 'not '}executed`,
    variant: execute ? 'happened, answer wrong' : 'did not happen, answer wrong',
    expected: stays(endState, 1, execute ? 1 : 0),
    happens: meets({ ...fault, execute }),
  };
}

function known(execute: boolean): FailurePoint {
  return {
    effect: 'a 200',
    name: 'a withdrawal of before',
    description: `the id of an earlier withdrawal; the service has ${execute ? '' : 'not '}executed`,
    variant: execute ? 'happened, answer wrong' : 'did not happen, answer wrong',
    expected: stays(anomaly('known-withdrawal'), 1, execute ? 1 : 0),
    happens: async (scene) => {
      await scene.nextInstruction();
      await meets({ kind: 'contradicting-200', what: 'duplicate-id', execute })(scene);
    },
    scene: { alsoTouches: ['decisions'] },
  };
}

export const ANSWERS: readonly FailurePoint[] = [
  ...ROWS.flatMap((row) => [point(row, false), point(row, true)]),
  known(false),
  known(true),
  {
    effect: 'a 200',
    name: 'several that add up',
    description: 'three withdrawals that are the amount together',
    variant: 'happened',
    expected: DONE_AT_ONCE,
    happens: meets({ kind: 'split-withdrawals', parts: 3 }),
  },
];
