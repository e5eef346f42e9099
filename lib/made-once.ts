import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Results kept beside the newest, for processes that still use them. */
const KEPT = 3;

export interface MadeOnce {
  /** Holds the results, each in a folder of its own. */
  readonly parent: string;
  /** Names a result by the sources that it is made of. */
  readonly name: string;
  /** After so long a work folder is abandoned: its process was killed. */
  readonly abandonedAfterMs: number;
}

/**
 * A folder that is made once for its sources. Each process makes its own beside it and puts it in place whole, so that no
 * process meets half of one, however many begin at once.
 */
export async function madeOnce(
  { parent, name, abandonedAfterMs }: MadeOnce,
  make: (workFolder: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(parent, name);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  const work = path.join(parent, `${name}.${randomUUID()}`);
  try {
    await make(work);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    throw error;
  }
  try {
    renameSync(work, folder);
  } catch (error) {
    // Another process was faster with the same sources: its folder is this one.
    rmSync(work, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  prune(parent, name, abandonedAfterMs);
  return folder;
}

function prune(parent: string, newest: string, abandonedAfterMs: number): void {
  const others = readdirSync(parent)
    .filter((name) => name !== newest)
    .flatMap((name) => {
      const place = path.join(parent, name);
      // Another process may have put it in its place, or taken it away, a moment ago.
      const made = statSync(place, { throwIfNoEntry: false })?.mtimeMs;
      return made === undefined ? [] : [{ place, made, isWork: name.includes('.') }];
    });
  const results = others
    .filter(({ isWork }) => !isWork)
    .sort((left, right) => right.made - left.made);
  const before = Date.now() - abandonedAfterMs;
  const abandoned = others.filter(({ isWork, made }) => isWork && made < before);
  for (const { place } of [...results.slice(KEPT), ...abandoned]) {
    rmSync(place, { recursive: true, force: true });
  }
}
