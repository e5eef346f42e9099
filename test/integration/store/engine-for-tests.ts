import { afterAll, beforeAll } from 'vitest';
import { type Engine, startEngine } from './engine.ts';

/** One engine for all tests of a file; asked for within a test. */
export function engineForTests(): () => Engine {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(async () => {
    await engine.stop();
  });
  return () => engine;
}
