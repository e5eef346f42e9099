import {
  DONE_AT_ONCE,
  type FailurePoint,
  pointsOf,
  type SceneOptions,
  stays,
  unknown,
} from '../failure-point.ts';
import { meets } from '../meets.ts';
import { evidenceGathered, says } from '../people.ts';
import type { Scene } from '../scene.ts';

const QUARANTINE_SECONDS = 200;
const GIVEN_UP_SECONDS = 131;
const AUDITED: SceneOptions = { alsoTouches: ['audit'] };

const point = pointsOf('people', 'happened in between', AUDITED);

/** A sender with its answer in hand that stops before its n-th write until it is let go. */
function zombie(scene: Scene) {
  const stops = [2, 3].map((nth) => ({
    nth,
    reached: Promise.withResolvers<void>(),
    free: Promise.withResolvers<void>(),
  }));
  const ledger = scene.ledgerWith(async (commit, nth) => {
    const stop = stops.find((each) => each.nth === nth);
    stop?.reached.resolve();
    await stop?.free.promise;
    return await commit();
  });
  const done = scene.deliver({ ledger });
  const at = (nth: number) => {
    const stop = stops.find((each) => each.nth === nth);
    if (stop === undefined) throw new Error(`it does not stop at ${nth}`);
    return stop;
  };
  return {
    reaches: (nth: number) => at(nth).reached.promise,
    letGo: (nth: number) => at(nth).free.resolve(),
    done,
  };
}

/** The zombie waits before its first record of the outcome; it is given up, and people are called. */
async function calledToZombie(scene: Scene) {
  const sender = zombie(scene);
  await sender.reaches(2);
  scene.treasury.pass(GIVEN_UP_SECONDS);
  await scene.watch();
  scene.treasury.pass(QUARANTINE_SECONDS);
  await evidenceGathered(scene);
  await says(scene, 'ana', true);
  return sender;
}

/** A ledger in which something happens before the first write of the one who uses it. */
function before(scene: Scene, happening: () => Promise<void>) {
  return scene.ledgerWith(async (commit, nth) => {
    if (nth === 1) await happening();
    return await commit();
  });
}

async function refusedWith(scene: Scene, code: string, said: ReturnType<typeof says>) {
  const result = await said;
  const got = result.result === 'refused' ? result.refusal.code : result.result;
  if (got !== code) throw new Error(`${scene.id()}: expected ${code}, got ${got}`);
}

const lostItsAnswer = meets({ kind: 'execute-then-reset-before-headers' });

const NOT_KNOWN = stays(unknown('connection-lost'), 1, 1);

export const PEOPLE: readonly FailurePoint[] = [
  point(
    'the late answer comes between their reading and their write',
    'their write rests on what they read: it fails, and the answer of the service stands',
    DONE_AT_ONCE,
    async (scene) => {
      const sender = await calledToZombie(scene);
      const ledger = before(scene, async () => {
        sender.letGo(2);
        sender.letGo(3);
        await sender.done;
      });
      await refusedWith(scene, 'nothing-to-settle', says(scene, 'ben', true, ledger));
    },
  ),
  point(
    "they settle between the sender's reading and its write",
    'its write rests on what it read: it fails, and what they settled stands',
    DONE_AT_ONCE,
    async (scene) => {
      const sender = await calledToZombie(scene);
      sender.letGo(2);
      await sender.reaches(3);
      await refusedWith(scene, 'settled', says(scene, 'ben', true));
      sender.letGo(3);
      await sender.done;
    },
  ),
  point(
    'they and the sender at the same moment',
    'one of them is first, and the other finds nothing left to say',
    DONE_AT_ONCE,
    async (scene) => {
      const sender = await calledToZombie(scene);
      sender.letGo(2);
      await sender.reaches(3);
      sender.letGo(3);
      await Promise.all([sender.done, says(scene, 'ben', true)]);
    },
  ),
  point(
    'they say "not executed" in the quarantine',
    'the service may still execute it: their word counts only after the quarantine',
    NOT_KNOWN,
    async (scene) => {
      await lostItsAnswer(scene);
      await evidenceGathered(scene);
      await refusedWith(scene, 'in-quarantine', says(scene, 'ana', false));
      await refusedWith(scene, 'in-quarantine', says(scene, 'ben', false));
    },
  ),
  point('one of them, twice', 'two words of one person are one word', NOT_KNOWN, async (scene) => {
    await lostItsAnswer(scene);
    await evidenceGathered(scene);
    await refusedWith(scene, 'proposed', says(scene, 'ana', true));
    await refusedWith(scene, 'proposed', says(scene, 'ana', true));
  }),
  point(
    'they say different things',
    'it stays as it is until two agree',
    NOT_KNOWN,
    async (scene) => {
      await lostItsAnswer(scene);
      scene.treasury.pass(QUARANTINE_SECONDS);
      await evidenceGathered(scene);
      await refusedWith(scene, 'proposed', says(scene, 'ana', true));
      await refusedWith(scene, 'proposal-differs', says(scene, 'ben', false));
    },
  ),
];
