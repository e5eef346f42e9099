import { openedForEachTest } from '../../lifetimes/opened.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { startTreasury, type TreasuryUnderTest } from './treasury-under-test.ts';

/** One engine for the file, a treasury of its own for every test; asked for within a test. */
export function treasuryForEachTest(): () => TreasuryUnderTest {
  const engine = engineForTests();
  return openedForEachTest(
    () => startTreasury(engine()),
    (treasury) => treasury.stop(),
  );
}
