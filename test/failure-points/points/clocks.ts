import { plusSeconds } from '../../../treasury/time/instant.ts';
import {
  cancelled,
  DONE_AT_ONCE,
  DONE_LATER,
  type FailurePoint,
  notSent,
  pointsOf,
  type SceneOptions,
  stays,
  unknown,
} from '../failure-point.ts';
import { meets } from '../meets.ts';
import type { Scene } from '../scene.ts';

const HOUR = 3_600;
/** Proposed five seconds before the hour is over, and before the day is: it is nine o'clock. */
const BEFORE_TEN: SceneOptions = { proposedAfterSeconds: HOUR - 5 };
const BEFORE_MIDNIGHT: SceneOptions = { proposedAfterSeconds: 15 * HOUR - 5 };

const point = pointsOf('clocks and budgets', 'happened in between');

/** A sender whose clock is off by this many seconds; also its client's, which is in the same process. */
async function skewed(scene: Scene, seconds: number): Promise<void> {
  const now = () => plusSeconds(scene.treasury.now(), seconds);
  await scene.deliver({ now, service: scene.treasury.serviceWith({ now }) });
}

/** Time passes while the POST waits for its answer, or finds no listener. */
async function acrossThePost(scene: Scene, seconds: number, closed: boolean): Promise<void> {
  const { treasury, patient } = scene;
  const gone = await scene.wire(() => {});
  await gone.stop();
  const absent = treasury.serviceWith({ baseUrl: `http://127.0.0.1:${gone.port}` });
  await scene.deliver({
    service: {
      ...patient,
      sendWithdrawal: async (...post) => {
        const exchange = await (closed ? absent : patient).sendWithdrawal(...post);
        treasury.pass(seconds);
        return exchange;
      },
    },
  });
}

const rollOver = (what: string, scene: SceneOptions): readonly FailurePoint[] => [
  point(
    `the ${what} rolls over between decision and claim`,
    `decided in one ${what}, debited in the next, whole`,
    DONE_AT_ONCE,
    async (treasury) => {
      treasury.treasury.pass(6);
      await treasury.deliver();
    },
    scene,
  ),
  point(
    `the ${what} rolls over before the answer`,
    `debited in one ${what}, confirmed in the next: the debit stays where it is`,
    DONE_AT_ONCE,
    (treasury) => acrossThePost(treasury, 6, false),
    scene,
  ),
  point(
    `the ${what} rolls over before it is known that nothing was sent`,
    `debited in one ${what} and given back in the next, to the one it came from`,
    stays(notSent('refused'), 0, 0),
    (treasury) => acrossThePost(treasury, 6, true),
    scene,
  ),
  point(
    `the ${what} rolls over while the outcome is not known`,
    'what may have left stays reserved',
    stays(unknown('connection-lost'), 1, 1),
    async (treasury) => {
      await meets({ kind: 'execute-then-reset-before-headers' })(treasury);
      treasury.treasury.pass(6);
    },
    scene,
  ),
];

export const CLOCKS: readonly FailurePoint[] = [
  point(
    "the sender's clock is 50 seconds behind",
    'within what the quarantine has to spare',
    DONE_AT_ONCE,
    (scene) => skewed(scene, -50),
  ),
  point(
    "the sender's clock is 50 seconds ahead",
    'the claim lasts a little longer for everybody else',
    DONE_AT_ONCE,
    (scene) => skewed(scene, 50),
  ),
  point(
    "the sender's clock is five minutes behind",
    'its quarantine would be over before it sends: it sends nothing, and another invocation does',
    DONE_LATER,
    (scene) => skewed(scene, -5 * 60),
  ),
  point(
    "the sender's clock is five minutes ahead",
    'its claim is held five minutes longer than it had to be',
    DONE_AT_ONCE,
    (scene) => skewed(scene, 5 * 60),
  ),
  point(
    "the sender's clock is two days ahead",
    "it would see nothing of today's budgets: by its clock the approval is too old",
    stays(cancelled('too-old'), 0, 0),
    (scene) => skewed(scene, 48 * HOUR),
  ),
  point(
    "the watchdog's clock is five minutes ahead",
    'it gives up a sender that is alive; the answer that the sender has counts all the same',
    DONE_AT_ONCE,
    async (scene) => {
      const early = () => plusSeconds(scene.treasury.now(), 5 * 60);
      const ledger = scene.ledgerWith(async (commit, nth) => {
        if (nth === 2) await scene.watch(early);
        return await commit();
      });
      await scene.deliver({ ledger });
    },
  ),
  ...rollOver('hour', BEFORE_TEN),
  ...rollOver('day', BEFORE_MIDNIGHT),
];
