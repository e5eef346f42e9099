import type { TestProject } from 'vitest/node';
import { type ConsoleAddresses, openConsole } from './console-under-test.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The console of the run: its stack has the demo's data, and screens only read it. */
    readonly console: ConsoleAddresses;
  }
}

/** One stack for all tests of the console that change nothing. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, apiUrl, issuer, close } = await openConsole();
  provide('console', { url, apiUrl, issuer });
  return close;
}
