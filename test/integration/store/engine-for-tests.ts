import { openedForFile } from '../../lifetimes/opened.ts';
import { type Engine, startEngine } from './engine.ts';

/** One engine for all tests of a file; asked for within a test. */
export function engineForTests(): () => Engine {
  return openedForFile(startEngine, (engine) => engine.stop());
}
