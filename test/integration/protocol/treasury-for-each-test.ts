import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Engine, startEngine } from '../store/engine.ts';
import { startTreasury, type TreasuryUnderTest } from './treasury-under-test.ts';

/** One engine for the file, a treasury of its own for every test; asked for within a test. */
export function treasuryForEachTest(): () => TreasuryUnderTest {
  let engine: Engine;
  let treasury: TreasuryUnderTest;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(async () => {
    await engine.stop();
  });
  beforeEach(async () => {
    treasury = await startTreasury(engine);
  });
  afterEach(async () => {
    await treasury.stop();
  });
  return () => treasury;
}
