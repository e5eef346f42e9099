import path from 'node:path';
import type { StackOptions } from '../../local/options.ts';
import { openStack, type Stack } from '../../local/stack.ts';
import type { StackListeners } from '../../local/stack-listeners.ts';
import { synthesise } from '../../local/synthesis/synthesise.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Keeps nothing, takes free ports, and ticks only when it is told to. */
const OPTIONS: StackOptions = {
  port: 0,
  sandboxPort: 0,
  dataFolder: null,
  upstream: null,
  tokenFile: null,
  live: false,
  policyFile: null,
  activity: true,
  everyMs: 1_000,
  demoData: false,
};

/** A local stack of the demo's policy, for measuring. */
export async function openBenchStack(
  options: Partial<StackOptions> = {},
  listeners: Partial<StackListeners> = {},
): Promise<Stack> {
  const silent = (): void => undefined;
  return await openStack(
    { ...OPTIONS, ...options },
    () => synthesise(ROOT, () => process.stderr.write('synthesising the templates, once\n')),
    { feed: silent, notice: silent, log: silent, ...listeners },
  );
}

/** The name in functions/ of each function of the template, by the template's own name. */
export function folderNames({ model }: Pick<Stack, 'model'>): ReadonlyMap<string, string> {
  return new Map(
    model.functions.flatMap(({ name, environment }) => {
      const folder = environment.POWERTOOLS_SERVICE_NAME;
      return folder === undefined ? [] : [[name, folder] as const];
    }),
  );
}
