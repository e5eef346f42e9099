import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ConsoleAddresses } from './console-under-test.ts';

/** The routes are a browser's modules, which the tests do not load: their paths are read from the text. */
const ROUTES = new URL('../../console/app/routes.ts', import.meta.url);

/** The path of every screen below the tenant's address, as routes.ts has it: 'rules/:id/edit'. */
export function screenPaths(): readonly string[] {
  const source = readFileSync(ROUTES, 'utf8');
  const paths = [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);
  const loaded = source.match(/\blazy: \(\) => import\(/g) ?? [];
  if (paths.length === 0 || paths.length !== loaded.length) {
    throw new Error(`routes.ts has ${loaded.length} screens, of which ${paths.length} have a path`);
  }
  return paths;
}

/** What a path's parameters stand for, and which list has one of them. */
const LISTS: Readonly<Record<string, string>> = {
  rules: '/v1/sweep-rules',
  withdrawals: '/v1/withdrawals?limit=1',
  trades: '/v1/trades?limit=1',
  breaks: '/v1/reports/breaks',
  'matching-rules': '/v1/matching-rules',
  settings: '/v1/webhooks',
  accounts: '/v1/accounts',
  calendars: '/v1/calendars',
};

const withId = z.object({ id: z.string() });
const listSchema = z.object({ items: z.array(withId) });

/** Where a list is empty: its screen says that there is nothing of this id. */
const NOTHING = 'nothing';
const tokenSchema = z.object({ access_token: z.string() });

/** Addresses at which every screen shows something that exists: a path's id is the first of its list. */
export async function screenAddresses({
  apiUrl,
}: Pick<ConsoleAddresses, 'apiUrl'>): Promise<ReadonlyMap<string, string>> {
  const text = await (await fetch(`${apiUrl}/local/token?user=viewer`)).text();
  const token = text.startsWith('{') ? tokenSchema.parse(JSON.parse(text)).access_token : text;
  const headers = { authorization: `Bearer ${token.trim()}` };
  const idOf = async (list: string) => {
    const answer: unknown = await (await fetch(`${apiUrl}${list}`, { headers })).json();
    return listSchema.parse(answer).items[0]?.id ?? NOTHING;
  };
  const addresses = new Map<string, string>();
  for (const path of screenPaths()) {
    const list = LISTS[path.split('/')[0] ?? ''];
    const address = path.replace(':currency', 'BTC');
    const id = path.includes(':id') && list !== undefined ? await idOf(list) : '';
    addresses.set(path, address.replace(':id', id));
  }
  // The newest has no evidence to show, but for once in a while.
  const unknown = await idOf('/v1/withdrawals?state=unknown&limit=1');
  addresses.set('withdrawals/:id, of an unknown outcome', `withdrawals/${unknown}`);
  return addresses;
}
