import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose exports are its default.
import UPNG from 'upng-js';
import { openBrowser } from '../test/console/browser.ts';
import { openConsole } from '../test/console/console-under-test.ts';
import { exampleChange, exampleUnknown, PICTURES, type Picture } from '../test/console/pictures.ts';
import { openPage, signIn, type WatchedPage } from '../test/console/watched-page.ts';

/*
 * Draws the pictures of docs/console.md, light and dark, from a treasury with demo data:
 *   npm run docs:screenshots              all
 *   npm run docs:screenshots -- rules     some, by name
 */

const FOLDER = path.resolve(import.meta.dirname, '../docs/console');
/** As wide as a page of documents shows them at most twice over. */
const WIDTH = 1440;
/** Colours of a picture: text and lines stay sharp with these, and a picture takes a third of its bytes. */
const COLOURS = 48;
/** Milliseconds between two looks at whether everything has arrived, and for drawing it. */
const SETTLING_MS = 600;

const names = process.argv.slice(2);
const chosen = PICTURES.filter(({ name }) => names.length === 0 || names.includes(name));
const browser = await openBrowser();
if (browser === null) process.exit(1);
const opened = await openConsole();
await mkdir(FOLDER, { recursive: true });
let hasFaults = false;
try {
  await exampleChange(opened);
  await drawAll(chosen.filter(({ needsUnknown = false }) => !needsUnknown));
  const further = chosen.filter(({ needsUnknown = false }) => needsUnknown);
  if (further.length > 0) await exampleUnknown(opened);
  await drawAll(further);
} finally {
  await browser.close();
  await opened.close();
}
process.exit(hasFaults ? 1 : 0);

async function drawAll(pictures: readonly Picture[]): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    const watched = await openPage(browser as Browser, opened, { scheme, width: WIDTH });
    await signIn(watched, opened, { as: 'treasurer' });
    for (const picture of pictures) await draw(watched, picture, scheme);
    for (const fault of watched.faults) process.stderr.write(`${fault}\n`);
    hasFaults ||= watched.faults.length > 0;
    await watched.close();
  }
}

async function draw({ page }: WatchedPage, picture: Picture, scheme: string): Promise<void> {
  const { name, height = 800, addressOf, prepare } = picture;
  await page.setViewportSize({ width: WIDTH, height });
  await page.goto(`${opened.url}/t/main/${await addressOf(opened)}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await prepare?.(page);
  const reading = page.locator('.mantine-Skeleton-root');
  while ((await reading.count()) > 0) await page.waitForTimeout(SETTLING_MS);
  await page.waitForTimeout(SETTLING_MS);
  const file = path.join(FOLDER, `${name}-${scheme}.png`);
  const bytes = inFewColours(await page.screenshot());
  await writeFile(file, bytes);
  process.stdout.write(
    `${path.relative(process.cwd(), file)} ${Math.round(bytes.length / 1_000)} kB\n`,
  );
}

function inFewColours(png: Buffer): Buffer {
  const image = UPNG.decode(new Uint8Array(png).buffer);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, COLOURS));
}
