import * as tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isClosed } from '../../treasury/instructions/advance.ts';
import { type Engine, startEngine } from '../integration/store/engine.ts';
import { aftermath } from './aftermath.ts';
import { decidedOnce, imageOf, ledgerAgreesWithService, nothingElseTouched } from './agreement.ts';
import { CATALOGUE } from './catalogue.ts';
import { endStateOf, instructionOf, lanesOf } from './end-state.ts';
import { type FailurePoint, identityOf } from './failure-point.ts';
import { peopleSettle } from './people.ts';
import { printedTable } from './report.ts';
import { Scene } from './scene.ts';
import { TRUSTED } from './wire/trusted.ts';

let engine: Engine;
const results = new Map<string, string>();

const trusted = tls.getCACertificates('default');
beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, TRUSTED.cert]);
  engine = await startEngine();
});
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  process.stdout.write(printedTable(CHOSEN, results));
  await engine.stop();
  // It searches every table for the token before it stops: two for each point.
}, 120_000);

/** All of them take half a minute of one core: `npm test` plays every sixteenth, its own command and CI all. */
const SHARE = process.env.FAILURE_POINTS === 'all' ? 1 : 16;
const CHOSEN = CATALOGUE.filter((_, index) => index % SHARE === 0);

const points = CHOSEN.map((point) => [identityOf(point), point] as const);

describe.concurrent('at every failure point an instruction is sent at most once', () => {
  it.each(points)('%s', async (identity, point) => {
    results.set(identity, 'FAILED');
    const scene = await Scene.set(engine, point.scene);
    try {
      await playOut(scene, point);
    } finally {
      await scene.close();
    }
    results.set(identity, 'as expected');
  });
});

async function playOut(scene: Scene, { expected, happens, scene: options = {} }: FailurePoint) {
  const before = await imageOf(scene);
  await happens(scene);
  expect(await endStateOf(scene)).toEqual(expected.atFirst);
  await ledgerAgreesWithService(scene);

  await aftermath(scene);
  const counted = {
    posts: scene.posts(),
    executions: scene.received().filter(({ executed }) => executed).length,
  };
  expect({ ...(await endStateOf(scene)), ...counted }).toEqual({
    ...expected.inTheEnd,
    posts: expected.posts,
    executions: expected.executions,
  });
  await ledgerAgreesWithService(scene);
  await nothingElseTouched(scene, before, options);
  await decidedOnce(scene);

  await settledByPeople(scene, counted.executions > 0);
}

/** From everywhere there is an end: people say what the service's books say, and the lane is free. */
async function settledByPeople(scene: Scene, executed: boolean): Promise<void> {
  const held = (await lanesOf(scene)).some(({ status }) => status.state !== 'idle');
  if (held) {
    await peopleSettle(scene, executed);
    const instruction = await instructionOf(scene, scene.id());
    expect(instruction?.status.state).toBe(executed ? 'confirmed' : 'released');
    expect(instruction !== null && isClosed(instruction)).toBe(true);
    await ledgerAgreesWithService(scene);
  }
  expect((await lanesOf(scene)).map(({ status }) => status.state)).toEqual(
    scene.currencies().map(() => 'idle'),
  );
}
