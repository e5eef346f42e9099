import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Open<T> = () => T | Promise<T>;
type Close<T> = (opened: T) => unknown;

/** One for all tests of a file, closed behind them; asked for within a test. */
export function openedForFile<T>(open: Open<T>, close: Close<T>): () => T {
  let opened: T;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await close(opened);
  });
  return () => opened;
}

/** One of its own for each test, closed behind it; asked for within a test. */
export function openedForEachTest<T>(open: Open<T>, close: Close<T> = () => {}): () => T {
  let opened: T;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => {
    await close(opened);
  });
  return () => opened;
}
