import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildConsole, openConsole } from './console-under-test.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The console of the run: its stack has the demo's data, and screens only read it. */
    readonly console: { readonly url: string; readonly apiUrl: string; readonly issuer: string };
    /** The built console, for a stack of a test's own. */
    readonly builtConsole: string;
  }
}

/** One build and one stack for all tests of the console. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const built = mkdtempSync(path.join(tmpdir(), 'sluice-built-console-'));
  await buildConsole(built);
  const { url, apiUrl, issuer, close } = await openConsole({ built });
  provide('console', { url, apiUrl, issuer });
  provide('builtConsole', built);
  return async () => {
    await close();
    rmSync(built, { recursive: true, force: true });
  };
}
