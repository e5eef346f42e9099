import {
  type DynamoDBClient,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { IncompleteRunError } from '../../../treasury/sweeps/run-sweeps.ts';
import { TENANT } from '../../integration/protocol/treasury-under-test.ts';
import { hmacSeals, unreachableSeals } from '../../seals/hmac-seals.ts';
import {
  APPROVED,
  CONFIRMED,
  type Expected,
  type FailurePoint,
  NONE,
  variantsOf,
} from '../failure-point.ts';
import type { Scene } from '../scene.ts';

const point = variantsOf('deciding on a snapshot', { undecided: true, alsoTouches: ['decisions'] });

/** The next delivery of the snapshot decides. */
const DECIDED_LATER: Expected = { atFirst: NONE, inTheEnd: CONFIRMED, posts: 1, executions: 1 };
/** The instruction is there, and no later delivery makes another. */
const DECIDED: Expected = { ...DECIDED_LATER, atFirst: APPROVED };

/** A delivery in which the run fails: the stream repeats it. */
async function fails(scene: Scene, different: Parameters<Scene['decide']>[0]): Promise<void> {
  const failed = await scene.decide(different).then(
    () => false,
    () => true,
  );
  if (!failed) throw new Error('the run was to fail, and did not');
}

/** The ledger, with something that happens right before the run's one write. */
function before(scene: Scene, act: () => Promise<unknown>) {
  return scene.ledgerWith(async (commit, nth) => {
    if (nth === 1) await act();
    return await commit();
  });
}

async function movedLane(scene: Scene): Promise<void> {
  const lane = await scene.treasury.lane();
  const moved = { ...lane, version: lane.version + 1 };
  await scene.treasury.ledger.commit(TENANT, [{ kind: 'replace-lane', lane: moved, from: 'idle' }]);
}

/** The first two transactions collide with another one under way. */
async function collides(scene: Scene): Promise<void> {
  const table = scene.table();
  let sent = 0;
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === 'send'
        ? async (command: Parameters<DynamoDBClient['send']>[0]) => {
            if (command instanceof TransactWriteItemsCommand && ++sent <= 2) throw collision();
            return await target.send(command);
          }
        : Reflect.get(target, name),
  });
  await scene.decide({
    ledger: createLedger({ ...table, client }, { table, retention: 'for-ever' }),
  });
}

function collision(): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
  });
}

/** What needs the keys is left out of the record; here that is everything. */
async function leavesOut(scene: Scene, seals: typeof hmacSeals): Promise<void> {
  const error: unknown = await scene.decide({ seals }).catch((thrown: unknown) => thrown);
  if (!(error instanceof IncompleteRunError)) throw new Error('the run was to leave it out');
}

/** A run's decisions, its instructions and their lanes are one conditional write. */
export const DECIDING: readonly FailurePoint[] = [
  point(
    'the write fails',
    'the run dies, or its write never reaches the table',
    'did not happen',
    DECIDED_LATER,
    (scene) =>
      fails(scene, { ledger: before(scene, () => Promise.reject(new Error('no connection'))) }),
  ),
  point(
    'the answer to the write is lost',
    'the run is recorded and does not know it; the stream delivers the snapshot again',
    'happened, answer lost',
    DECIDED,
    (scene) =>
      fails(scene, {
        ledger: scene.ledgerWith(async (commit) => {
          await commit();
          throw new Error('the connection is lost');
        }),
      }),
  ),
  point(
    'the repeated write fails on its own success',
    'the SDK writes once more after a lost answer, and is refused; the run reads its own record',
    'happened, answer wrong',
    DECIDED,
    async (scene) => {
      const ledger = scene.ledgerWith(async (commit, nth) => {
        if (nth === 1) await commit();
        return await commit();
      });
      await scene.decide({ ledger });
    },
  ),
  point(
    'the write collides twice',
    'another transaction on the same items is under way, and says nothing of the conditions',
    'happened late',
    DECIDED,
    collides,
  ),
  point(
    'eight deliveries at once',
    'each has read before any writes: one conditional write holds',
    'happened twice',
    DECIDED,
    async (scene) => {
      await Promise.all(Array.from({ length: 8 }, () => scene.decide()));
    },
  ),
  point(
    'another delivery between its reads and its write',
    'a second run begins and ends meanwhile; the first finds the record',
    'happened in between',
    DECIDED,
    async (scene) => {
      await scene.decide({ ledger: before(scene, () => scene.decide()) });
    },
  ),
  point(
    'the lane moves between its reads and its write',
    'the run reads again and decides on what stands now',
    'happened in between',
    DECIDED,
    async (scene) => {
      await scene.decide({ ledger: before(scene, () => movedLane(scene)) });
    },
  ),
  point(
    'the keys are out of reach',
    'no seal of the policy can be verified: the sweep is left out of the record and stays due',
    'did not happen',
    DECIDED_LATER,
    (scene) => leavesOut(scene, unreachableSeals),
  ),
  point(
    'the keys are gone in the middle',
    'the policy was verified and the instruction cannot be sealed: it is left out and stays due',
    'did not happen',
    DECIDED_LATER,
    (scene) => leavesOut(scene, { ...hmacSeals, seal: unreachableSeals.seal }),
  ),
];
