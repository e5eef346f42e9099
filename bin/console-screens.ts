import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../test/console/browser.ts';
import { openConsole } from '../test/console/console-under-test.ts';
import { openPage, signIn } from '../test/console/watched-page.ts';

/*
 * Pictures of screens, to look at while they are made:
 *   npx node bin/console-screens.ts --into /tmp/screens --as treasurer overview 'withdrawals?state=unknown'
 * Each address below the tenant's is drawn light and dark, at 1440 and at 390 px.
 */

/** Milliseconds for the drawing of what has arrived. */
const SETTLING_MS = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string', default: path.resolve('.sluice/screens') },
    as: { type: 'string', default: 'treasurer' },
    tenant: { type: 'string', default: 'main' },
    every: { type: 'string' },
    light: { type: 'boolean', default: false },
  },
});

const browser = await openBrowser();
if (browser === null) process.exit(1);
const console_ = await openConsole(
  values.every === undefined ? {} : { everyMs: Number.parseInt(values.every, 10) },
);
mkdirSync(values.into, { recursive: true });
let failed = false;
try {
  for (const scheme of values.light ? (['light'] as const) : (['light', 'dark'] as const)) {
    for (const width of [1440, 390]) {
      const watched = await openPage(browser, console_, { scheme, width });
      await signIn(watched, console_, { as: values.as });
      for (const route of positionals.length === 0 ? ['overview'] : positionals) {
        await watched.page.goto(`${console_.url}/t/${values.tenant}/${route}`);
        await watched.page.getByRole('heading', { level: 1 }).first().waitFor();
        await watched.page.waitForLoadState('networkidle');
        await watched.page.waitForTimeout(SETTLING_MS);
        const file = `${route.replaceAll(/[^a-z0-9-]+/gi, '-')}-${scheme}-${width}.png`;
        await watched.page.screenshot({ path: path.join(values.into, file), fullPage: true });
        process.stdout.write(`${path.join(values.into, file)}\n`);
      }
      for (const fault of watched.faults) process.stderr.write(`${fault}\n`);
      failed ||= watched.faults.length > 0;
      await watched.close();
    }
  }
} finally {
  await browser.close();
  await console_.close();
}
process.exit(failed ? 1 : 0);
