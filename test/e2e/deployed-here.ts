import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { openStack, type Stack } from '../../local/stack.ts';
import { synthesise } from '../../local/synthesis/synthesise.ts';
import { CANARY_TOKEN } from '../canary/canary.ts';

/** An interval that a busy machine keeps up with. */
const EVERY_MS = 2_500;

const ROOT = path.resolve(import.meta.dirname, '../..');
const DEMO_POLICY = path.join(ROOT, 'local/demo-policy.json');

/** The templates of a repository on this machine, for another service and not told to be live: in dry-run. Not started yet. */
export async function openHere(
  folder: string,
  upstream: string,
  repository: string = ROOT,
): Promise<Stack> {
  const tokenFile = path.join(folder, 'token');
  await writeFile(tokenFile, CANARY_TOKEN);
  const silent = (): void => undefined;
  return await openStack(
    {
      ...{ port: 0, sandboxPort: 0, everyMs: EVERY_MS, live: false, activity: false },
      dataFolder: path.join(folder, 'data'),
      ...{ upstream, tokenFile, policyFile: DEMO_POLICY, demoData: false },
    },
    () => synthesise(repository, silent),
    { feed: silent, notice: silent, log: silent },
  );
}

/** What the person who started it is given: by it commands reach it as they reach AWS. */
export async function awsAccessIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(path.join(folder, 'data', 'aws.env'), 'utf8');
  return parseEnv(text) as Readonly<Record<string, string>>;
}
