import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.ts';
import { openedForEachTest } from './opened.ts';

/** A sandbox of its own for each test, on a free port; asked for within it. */
export function sandboxForEachTest(
  options: Omit<SandboxOptions, 'port'> = {},
): () => RunningSandbox {
  return openedForEachTest(
    () => startSandbox({ port: 0, ...options }),
    (sandbox) => sandbox.close(),
  );
}
