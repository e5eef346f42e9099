import path from 'node:path';
import { openPage } from '../../bin/sluice/open-page.ts';
import { buildConsole } from '../../lib/console/console-build.ts';
import { terminal } from '../terminal/terminal.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../..');

/** The console of a start: being built while the stack opens, or there already. */
export interface StartedConsole {
  /** Resolves with the folder of the files. */
  readonly folder: Promise<string>;
  /** Whether it is being built at the moment. */
  readonly isBuilding: () => boolean;
  /** Ends a build that goes on. */
  readonly stop: () => void;
  readonly stopping: AbortSignal;
}

/** Begins to build the console, which takes less of the processor than what the API waits for. */
export function beginConsole(): StartedConsole {
  const stopping = new AbortController();
  const progress = { isBuilding: false };
  const folder = buildConsole(PROJECT_ROOT, {
    inBackground: true,
    signal: stopping.signal,
    onWork: () => {
      progress.isBuilding = true;
    },
  })
    .then((build) => build.folder)
    .finally(() => {
      progress.isBuilding = false;
    });
  // Told by `whenBuilt`, which may be asked later.
  folder.catch(() => undefined);
  return {
    folder,
    isBuilding: () => progress.isBuilding,
    stop: () => stopping.abort(),
    stopping: stopping.signal,
  };
}

export interface BuiltListeners {
  /** A person should know; one line. */
  readonly notice: (line: string) => void;
  readonly opens: boolean;
}

/** Says when the console is there, or that it will not be, and opens it if it is wanted. */
export async function whenBuilt(
  { folder, isBuilding, stopping }: StartedConsole,
  url: string,
  { notice, opens }: BuiltListeners,
): Promise<void> {
  const isLate = isBuilding();
  try {
    await folder;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (!stopping.aborted)
      notice(`the console could not be built: ${why}; the API works without it`);
    return;
  }
  if (isLate) notice(`the console is built: ${url}`);
  if (opens) openPage(url, process.env);
}

/** Whether a start opens a browser: as it was told, else where a person watches. */
export function opensBrowser(
  told: boolean | null,
  { json }: { readonly json: boolean },
  env: NodeJS.ProcessEnv = process.env,
  isInteractive: boolean = terminal.isInteractive,
): boolean {
  if (told !== null) return told;
  // Every usual service that runs builds sets CI.
  const isCi = !['', '0', 'false'].includes(env.CI ?? '');
  return isInteractive && !isCi && !json;
}
