import type { Browser, Page } from 'playwright-core';
import type { ConsoleAddresses } from '../../test/console/console-under-test.ts';
import { openPage, signIn } from '../../test/console/watched-page.ts';
import type { Goal } from './goal.ts';

/** kB over the wire until the first screen is drawn: two seconds on a line of 1.3 Mbit/s. */
const MOST_KB = 330;

/** What a browser with an empty cache loads until the overview is drawn. */
export async function firstLoad(
  browser: Browser,
  console: ConsoleAddresses,
): Promise<readonly Goal[]> {
  const { page, context, close } = await openPage(browser, console);
  try {
    await signIn({ page }, console, { as: 'viewer', at: '/t/main/audit' });
    const fresh = await context.newPage();
    const session = await context.newCDPSession(fresh);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const sizes = sizesOf(fresh, new URL(console.url).origin);
    await fresh.goto(`${console.url}/t/main/overview`);
    await fresh.getByRole('img', { name: /^Total value/ }).waitFor();
    return goalsOf(await sizes());
  } finally {
    await close();
  }
}

/** Bytes of each file by its path; of a file that comes again with a redirect, once. */
function sizesOf(page: Page, origin: string): () => Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, Promise<number>>();
  page.on('requestfinished', (request) => {
    const { pathname, origin: from } = new URL(request.url());
    if (from !== origin || pathname.startsWith('/v1/')) return;
    const kind = pathname.startsWith('/assets/') ? pathname : 'the page and its settings';
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    sizes.set(kind, size);
  });
  return async () =>
    new Map(await Promise.all([...sizes].map(async ([path, size]) => [path, await size] as const)));
}

function goalsOf(sizes: ReadonlyMap<string, number>): readonly Goal[] {
  const kb = (isMeant: (path: string) => boolean): number => {
    const bytes = [...sizes].filter(([path]) => isMeant(path)).map(([, size]) => size);
    return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1_000);
  };
  const ofKind = (ending: string): Goal => ({
    goal: `of it ${ending}, kB`,
    ...{ bound: 'at most', limit: null },
    measured: kb((path) => path.endsWith(`.${ending}`)),
  });
  return [
    {
      goal: 'first load of the overview over the wire, kB',
      ...{ bound: 'at most', limit: MOST_KB },
      measured: kb(() => true),
    },
    ofKind('js'),
    ofKind('css'),
  ];
}
