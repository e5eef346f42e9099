import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { openBrowser } from './browser.ts';
import {
  type ConsoleAddresses,
  type ConsoleOptions,
  type ConsoleUnderTest,
  openConsole,
} from './console-under-test.ts';
import { openPage, type PageOptions, signIn, type WatchedPage } from './watched-page.ts';

/** Whom a page is signed in as, and where it begins. */
export interface Visit extends PageOptions {
  readonly as: string;
  /** An address of the console. @default '/' */
  readonly at?: string;
  /** Watches the page from its first request on, before the sign-in. */
  readonly onOpened?: (page: Page) => void;
  /** A console of the test's own. @default the one of the run, which nothing may change */
  readonly of?: ConsoleAddresses;
}

/**
 * A browser for the tests of a file. Each page that `visit` opens is closed with its test, which fails for anything that
 * a customer must never meet. Tests are left out where there is no browser: `skip()` says so.
 */
export function browserForTests(): {
  readonly visit: (visit: Visit) => Promise<WatchedPage>;
  /** A console of the test's own, for what changes something. */
  readonly own: (options?: ConsoleOptions) => Promise<ConsoleUnderTest>;
  readonly isMissing: () => boolean;
} {
  let browser: Browser | null = null;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    isMissing: () => browser === null,
    own: async (options = {}) => {
      const opened = await openConsole(options);
      onTestFinished(() => opened.close());
      return opened;
    },
    visit: async ({ as, at = '/', of = inject('console'), onOpened, ...options }) => {
      if (browser === null) throw new Error('there is no browser: see isMissing');
      const watched = await openPage(browser, of, options);
      onOpened?.(watched.page);
      onTestFinished(async () => {
        await watched.close();
        expect(watched.faults).toEqual([]);
      });
      await signIn(watched, of, { as, at });
      return watched;
    },
  };
}

const AXE = new URL(import.meta.resolve('axe-core/axe.min.js'));

/** Rules that axe leaves out by itself, and that Lighthouse looks at. */
const MORE_RULES =
  '{ "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } }';
const FIND_VIOLATIONS =
  `axe.run(document, { resultTypes: ["violations"], rules: ${MORE_RULES} })` +
  '.then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.target.join(" "), node.failureSummary].join(": "))))';

/**
 * What axe finds on a page, in a few words each. It is evaluated as by the browser's own tools, which the content security
 * policy leaves alone: the page is looked at under the policy that customers have.
 */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') });
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: FIND_VIOLATIONS,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value as readonly string[];
  } finally {
    await session.detach();
  }
}
