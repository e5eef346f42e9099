import { existsSync } from 'node:fs';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Where an installed Chrome or Chromium is found; the first that exists is taken. */
const INSTALLED: readonly string[] = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Arguments of the npm package that suit a function in the cloud and not a test: with one process the browser ends with
 * its first context, and without web security neither CORS nor the same origin would be tried.
 */
const UNWANTED: ReadonlySet<string> = new Set([
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
]);

interface Launchable {
  readonly executablePath: string;
  readonly args: readonly string[];
}

/** The Chromium that npm brings on Linux x64; elsewhere an installed one; null where there is none. */
async function launchable(): Promise<Launchable | null> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: chromium } = await import('@sparticuz/chromium');
    chromium.setGraphicsMode = false;
    return {
      executablePath: await chromium.executablePath(),
      args: chromium.args.filter((each) => !UNWANTED.has(each)),
    };
  }
  const found = INSTALLED.find((file) => existsSync(file));
  return found === undefined ? null : { executablePath: found, args: [] };
}

/**
 * A browser without a window; null, after one line that says so, where this machine has none.
 * @param moreArguments of the command line, beside those that every test has
 */
export async function openBrowser(moreArguments: readonly string[] = []): Promise<Browser | null> {
  const found = await launchable();
  if (found === null) {
    process.stderr.write(
      'no Chrome or Chromium is installed: the tests of the console are skipped\n',
    );
    return null;
  }
  const { executablePath, args } = found;
  return await playwright.launch({ executablePath, args: [...args, ...moreArguments] });
}
