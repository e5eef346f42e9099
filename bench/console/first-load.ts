import type { Browser, Page } from 'playwright-core';
import type { ConsoleAddresses } from '../../test/console/console-under-test.ts';
import { openPage, signIn } from '../../test/console/watched-page.ts';
import type { Goal } from '../report/goal.ts';

/** kB over the wire until the first screen is drawn: two seconds on a line of 1.3 Mbit/s. */
const MOST_KB = 330;

interface Loaded {
  readonly path: string;
  readonly bytes: number;
}

/** What a browser that was never here loads, over the sign-in, until the overview is drawn. */
export async function firstLoad(
  browser: Browser,
  console: ConsoleAddresses,
): Promise<readonly Goal[]> {
  const watched = await openPage(browser, console);
  try {
    const loaded = loadedBy(watched.page, new URL(console.url).origin);
    await signIn(watched, console, { as: 'viewer', at: '/t/main/overview' });
    await watched.page.getByRole('img', { name: /^Total value/ }).waitFor();
    return goalsOf(await loaded());
  } finally {
    await watched.close();
  }
}

/** Every file of the console that comes over the wire; a file that comes from the browser's cache has no bytes. */
function loadedBy(page: Page, origin: string): () => Promise<readonly Loaded[]> {
  const loaded: Promise<Loaded>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname: path, origin: from } = new URL(request.url());
    if (from !== origin || /^\/(v1|local)\//.test(path)) return;
    loaded.push(request.sizes().then(({ responseBodySize: bytes }) => ({ path, bytes })));
  });
  return async () => await Promise.all(loaded);
}

function goalsOf(loaded: readonly Loaded[]): readonly Goal[] {
  const kb = (isMeant: (path: string) => boolean): number => {
    const bytes = loaded.filter(({ path }) => isMeant(path)).map((each) => each.bytes);
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
