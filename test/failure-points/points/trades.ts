import type { FaultInput } from '../../../sandbox/index.ts';
import {
  anomaly,
  DONE_AT_ONCE,
  DONE_LATER,
  type FailurePoint,
  NONE,
  notSent,
  rejected,
  SENDING,
  stays,
  unknown,
  variantsOf,
} from '../failure-point.ts';
import { hangsAt, late, meets, postTo } from '../meets.ts';
import type { Scene } from '../scene.ts';
import { claimAnswerLost, gone } from './claim.ts';

/** Nothing is on record of a trade before its claim. */
const ASKED_AGAIN = { ...DONE_LATER, atFirst: NONE };

const point = variantsOf('a trade', { subject: 'trade' });

/** A read is tried several times. */
function readsMeet(fault: FaultInput, on: 'GET /v1/balances' | 'GET /v1/prices') {
  return async (scene: Scene): Promise<void> => {
    scene.treasury.sandbox.queueFault({ on, fault, times: 9 });
    await scene.deliver();
  };
}

export const TRADES: readonly FailurePoint[] = [
  point(
    'the balances cannot be read',
    'the request is answered so, and nothing is on record',
    'did not happen',
    ASKED_AGAIN,
    readsMeet({ kind: 'status', status: 503 }, 'GET /v1/balances'),
  ),
  point(
    'the prices cannot be read',
    'the request is answered so, and nothing is on record',
    'did not happen',
    ASKED_AGAIN,
    readsMeet({ kind: 'html-200' }, 'GET /v1/prices'),
  ),
  point(
    'the claim fails',
    'instruction and both lanes are one write, and it was not written',
    'did not happen',
    ASKED_AGAIN,
    (scene) => scene.dies({ ledger: gone(scene, 1, 'not carried out') }),
  ),
  point(
    'the answer to the claim is lost',
    'the claim is written, nothing says so, and the nonce in the ledger does',
    'happened, answer lost',
    DONE_AT_ONCE,
    claimAnswerLost,
  ),
  point(
    'a repeated claim fails on its own success',
    'the instruction is there already, and its nonce is the one of this invocation',
    'happened, answer lost',
    DONE_AT_ONCE,
    async (scene) => {
      const ledger = scene.ledgerWith(async (commit, nth) => {
        const result = await commit();
        return nth === 1 ? { ok: false, conflicts: ['create-instruction'] } : result;
      });
      await scene.deliver({ ledger });
    },
  ),
  point(
    'the process is gone when it has claimed',
    'it is never sent, and no other process may say so',
    'happened, answer lost',
    { atFirst: SENDING, inTheEnd: unknown('not-recorded'), posts: 0, executions: 0 },
    (scene) => scene.dies({ ledger: gone(scene, 1, 'carried out') }),
  ),
  point(
    'refused',
    'no process listens: both lanes are free again',
    'did not happen',
    stays(notSent('refused'), 0, 0),
    async (scene) => {
      const closed = await scene.wire(() => {});
      await closed.stop();
      await postTo(scene, `http://127.0.0.1:${closed.port}`);
    },
  ),
  point(
    'hang',
    'the service never answers and executes nothing',
    'did not happen',
    stays(unknown('timeout'), 1, 0),
    hangsAt({ kind: 'hang-without-execution' }),
  ),
  point(
    'hang',
    'the service executes and never answers',
    'happened, answer lost',
    stays(unknown('timeout'), 1, 1),
    hangsAt({ kind: 'execute-then-hang' }),
  ),
  point(
    'executed when the client no longer waits',
    'the client gives up on a service that hangs, and then it executes',
    'happened late',
    stays(unknown('timeout'), 1, 1),
    late(),
  ),
  point(
    '422',
    'the market is not at this price',
    'did not happen',
    { atFirst: rejected(422), inTheEnd: rejected(422, 'idle'), posts: 1, executions: 0 },
    meets({ kind: 'status', status: 422 }),
  ),
  point(
    '422',
    'the service executes and answers 422 all the same: what was sold is missing',
    'happened, answer wrong',
    stays(rejected(422), 1, 1),
    meets({ kind: 'status', status: 422, execute: true }),
  ),
  point(
    '503',
    'the service is down',
    'did not happen',
    stays(unknown('status'), 1, 0),
    meets({ kind: 'status', status: 503 }),
  ),
  point(
    '503',
    'the service executes and answers 503 all the same',
    'happened, answer wrong',
    stays(unknown('status'), 1, 1),
    meets({ kind: 'status', status: 503, execute: true }),
  ),
  point(
    'another instrument',
    'a trade that was not requested',
    'happened, answer wrong',
    stays(anomaly('other-trade'), 1, 1),
    meets({ kind: 'contradicting-200', what: 'currency' }),
  ),
  point(
    'the process is gone between the answer and the record',
    'executed and confirmed, and the process ends before it writes that down',
    'did not happen',
    { atFirst: SENDING, inTheEnd: unknown('not-recorded'), posts: 1, executions: 1 },
    (scene) => scene.dies({ ledger: gone(scene, 2, 'not carried out') }),
  ),
  point(
    'the process is gone when the record is written',
    'the record stands, and the one who asked gets it by asking again',
    'happened, answer lost',
    DONE_AT_ONCE,
    (scene) => scene.dies({ ledger: gone(scene, 2, 'carried out') }),
  ),
  point(
    'six times at once under one key',
    'a client that repeats itself without waiting',
    'happened twice',
    DONE_AT_ONCE,
    async (scene) => {
      await Promise.all(Array.from({ length: 6 }, () => scene.deliver()));
    },
  ),
];
