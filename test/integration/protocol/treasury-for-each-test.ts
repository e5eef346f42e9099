import { openedForEachTest } from '../../lifetimes/opened.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { startTreasury, type TreasuryUnderTest } from './treasury-under-test.ts';

/**
 * One engine for the file, a treasury of its own for every test; asked for within a test. `agreed`: readings before have
 * agreed on the sandbox's prices.
 */
export function treasuryForEachTest(prices?: 'agreed'): () => TreasuryUnderTest {
  const engine = engineForTests();
  return openedForEachTest(
    () => startTreasury(engine(), prices),
    (treasury) => treasury.stop(),
  );
}
