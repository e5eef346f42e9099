import { APPROVED_EXPIRY_SECONDS } from '../../../treasury/instructions/approval-age.ts';
import {
  SEND_WINDOW_SECONDS,
  SENDER_TIMEOUT_SECONDS,
} from '../../../treasury/sending/protocol-limits.ts';
import {
  CONFIRMED,
  cancelled,
  DONE_AT_ONCE,
  type EndState,
  type FailurePoint,
  notSent,
  pointsOf,
  stays,
  unknown,
} from '../failure-point.ts';
import { evidenceGathered, peopleSettle } from '../people.ts';
import type { Scene } from '../scene.ts';

const GIVEN_UP_SECONDS = SEND_WINDOW_SECONDS + SENDER_TIMEOUT_SECONDS + 1;
const QUARANTINE_SECONDS = 200;
const RELEASED: EndState = { instruction: 'released', lane: 'idle' };

// What people say goes into the audit.
const point = pointsOf('a sender that was frozen', 'happened late', { alsoTouches: ['audit'] });

/** A sender that stands still at its n-th write, before or after it, while other things happen. */
async function frozen(
  scene: Scene,
  where: 'before' | 'after',
  nth: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const ledger = scene.ledgerWith(async (commit, each) => {
    if (each !== nth) return await commit();
    if (where === 'before') await meanwhile();
    const result = await commit();
    if (where === 'after') await meanwhile();
    return result;
  });
  await scene.deliver({ ledger });
}

async function givenUp(scene: Scene): Promise<void> {
  scene.treasury.pass(GIVEN_UP_SECONDS);
  await scene.watch();
}

async function settled(scene: Scene, executed: boolean): Promise<void> {
  await givenUp(scene);
  scene.treasury.pass(QUARANTINE_SECONDS);
  await evidenceGathered(scene);
  await peopleSettle(scene, executed);
}

export const FROZEN: readonly FailurePoint[] = [
  point(
    'before its claim, until another has sent',
    'its claim rests on versions that are history',
    DONE_AT_ONCE,
    (scene) => frozen(scene, 'before', 1, () => scene.deliver()),
  ),
  point(
    'before its claim, past sendBy',
    'the claim is written late and says itself that it may not be used any more',
    stays(notSent('past-send-by'), 0, 0),
    (scene) => frozen(scene, 'before', 1, async () => scene.treasury.pass(GIVEN_UP_SECONDS)),
  ),
  point(
    'before its claim, until the instruction was cancelled',
    'the watchdog has cancelled it as too old',
    stays(cancelled('too-old'), 0, 0),
    (scene) =>
      frozen(scene, 'before', 1, async () => {
        scene.treasury.pass(APPROVED_EXPIRY_SECONDS);
        await scene.watch();
      }),
  ),
  point(
    'before the POST, until the watchdog gave up',
    'it wakes past sendBy: it sends nothing, and its word counts no more',
    stays(unknown('not-recorded'), 0, 0),
    (scene) => frozen(scene, 'after', 1, () => givenUp(scene)),
  ),
  point(
    'before the POST, until people settled it',
    'two people have released it as not executed: it wakes and sends nothing',
    stays(RELEASED, 0, 0),
    (scene) => frozen(scene, 'after', 1, () => settled(scene, false)),
  ),
  point(
    'with its answer, until the watchdog gave up',
    'the late answer is the one thing that still says more than unknown',
    { ...DONE_AT_ONCE, atFirst: CONFIRMED },
    (scene) => frozen(scene, 'before', 2, () => givenUp(scene)),
  ),
  point(
    'with its answer, until people settled it as executed',
    'what people settled stays as they settled it',
    DONE_AT_ONCE,
    (scene) => frozen(scene, 'before', 2, () => settled(scene, true)),
  ),
  point(
    'with no answer, until people settled it as not executed',
    'a request that the service refused: people have released it, and the late word changes nothing',
    stays(RELEASED, 1, 0),
    async (scene) => {
      scene.treasury.sandbox.queueFault({
        on: `POST ${scene.path()}`,
        fault: { kind: 'reset-without-execution' },
      });
      await frozen(scene, 'before', 2, () => settled(scene, false));
    },
  ),
];
