import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ConsoleAddresses } from './console-under-test.ts';

export type Scheme = 'light' | 'dark';

export interface PageOptions {
  /** Pixels. @default 1440 */
  readonly width?: number;
  /** @default 'light' */
  readonly scheme?: Scheme;
  /** Addresses that the page may go to beside the API and the issuer: that of a file, which the bucket serves. @default none */
  readonly alsoFrom?: readonly string[];
  /** For axe alone, which is put into the page. @default false */
  readonly bypassesPolicy?: boolean;
}

/** A page that is watched: whatever a customer must never meet is collected, and fails the test. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, violations of the content security policy, requests to elsewhere. */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

/** Answers that the browser itself reports as errors, and which a journey may expect: its name for them. */
const FAILED_REQUEST = /^Failed to load resource/;

export async function openPage(
  browser: Browser,
  { url, apiUrl, issuer }: ConsoleAddresses,
  { width = 1440, scheme = 'light', bypassesPolicy = false, alsoFrom = [] }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    bypassCSP: bypassesPolicy,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const origins = new Set(
    [url, apiUrl, issuer, ...alsoFrom].map((address) => new URL(address).origin),
  );
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || /content.security.policy/i.test(message.text());
    if (isFault && !FAILED_REQUEST.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !origins.has(origin)) {
      faults.push(`a request to ${origin}`);
    }
  });
  return { page, context, faults, close: () => context.close() };
}

/** Opens an address of the console as a built-in person: the issuer's page is the first that is seen. */
export async function signIn(
  { page }: Pick<WatchedPage, 'page'>,
  { url }: Pick<ConsoleAddresses, 'url'>,
  { as, at = '/' }: { readonly as: string; readonly at?: string },
): Promise<void> {
  await page.goto(`${url}${at}`);
  await page.locator(`button[name="user"][value="${as}"]`).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}
