import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ROUTES } from '../../../api/routes/routes.ts';
import { type Deployed, deployFunctions, streamEvent } from '../functions/deployed-functions.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { answerTo, fillDeployment } from './demo-deployment.ts';
import { LAST_MONTH, NOW } from './questions.ts';

/*
 * Every answer that the API gives on the demo's last day, on record: `ANSWERS_TO=folder SLOW_TESTS=1 npx vitest run
 * test/integration/questions/recorded-day.test.ts` writes each into a file, and `diff -r` of the folders of two versions
 * of Sluice names every difference.
 */

const FILLING_MS = 600_000;
/** Of each list so many objects are asked for one by one. */
const OF_EACH_LIST = 25;
/** Pages of a list, to its end or so many. */
const PAGES = 10;

const DAY = `from=${NOW.slice(0, 10)}T00:00:00.000Z&to=${NOW}`;
const MONTH = `from=${LAST_MONTH.from}&to=${LAST_MONTH.to}`;

/** Where the service of this run listens. */
const PORT = /127\.0\.0\.1:\d+/g;

/** The demo has none of these at its last moment. */
const NOT_IN_THE_DEMO = ['/v1/exports', '/v1/webhooks'];

/** Calls beside each list as it is. */
const ALSO = [
  `/v1/audit?${DAY}`,
  `/v1/decisions?${DAY}`,
  `/v1/decisions?${DAY}&reason=below-threshold`,
  `/v1/decisions?${DAY}&sort=oldest`,
  `/v1/decisions/spans?rule=btc-cold-storage&${DAY}`,
  `/v1/decisions/spans?rule=demo-btc-cold-storage&${MONTH}`,
  `/v1/decisions?rule=demo-usd-large&${MONTH}`,
  `/v1/instructions?sort=oldest`,
  `/v1/reports/balances?currency=BTC&${MONTH}`,
  `/v1/reports/breaks?${MONTH}`,
  `/v1/reports/decisions?${MONTH}`,
  `/v1/reports/flows?${MONTH}`,
  `/v1/reports/journal?month=${LAST_MONTH.name}`,
  `/v1/reports/roll-forward?firstMonth=${LAST_MONTH.name}&lastMonth=${LAST_MONTH.name}`,
  `/v1/reports/statement/lines?month=${LAST_MONTH.name}`,
  `/v1/reports/statement/restatements?month=${LAST_MONTH.name}`,
  `/v1/reports/statement?month=${LAST_MONTH.name}`,
  `/v1/reports/sums?firstMonth=${LAST_MONTH.name}&lastMonth=${LAST_MONTH.name}`,
  `/v1/reports/totals?${MONTH}`,
  `/v1/reports/trades?${MONTH}`,
  `/v1/reports/withdrawals?${MONTH}`,
];

const engine = engineForTests();
const answers = new Map<string, { readonly status: number | undefined; readonly body: unknown }>();
let deployed: Deployed;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  deployed = await deployFunctions(engine());
  await fillDeployment(deployed);
  await deployed.invoke('take-snapshot', { tenant: 'main', scheduledFor: NOW });
  const [first] = (await deployed.snapshotItems()).filter(({ sk }) => sk?.S === NOW);
  if (first === undefined) throw new Error('there is no snapshot of this moment');
  await deployed.invoke('run-sweeps', streamEvent(first));
}, FILLING_MS);

afterAll(async () => {
  await deployed?.stop();
  vi.useRealTimers();
});

it('every list, report and object that can be read answers on the demo’s last day', {
  timeout: FILLING_MS,
}, async () => {
  const lists = ROUTES.filter(({ method, path: at }) => method === 'GET' && !at.includes('{'));
  for (const { path: at } of lists) await record(at);
  for (const call of ALSO) await record(call);
  const objects = ROUTES.filter(({ method, path: at }) => method === 'GET' && at.includes('{id}'));
  for (const { path: at } of objects) {
    for (const id of idsFor(at)) await record(at.replace('{id}', encodeURIComponent(id)));
  }
  // A list that needs a month or a rule refuses to do without, which is an answer as well.
  const failed = [...answers].filter(
    ([call, { status = 500 }]) => status >= (call.includes('?') ? 400 : 500),
  );
  expect(failed).toEqual([]);
  expect(objects.map(({ path: at }) => [at, idsFor(at).length > 0])).toEqual(
    objects.map(({ path: at }) => [at, !NOT_IN_THE_DEMO.some((each) => at.startsWith(each))]),
  );
  await write(process.env.ANSWERS_TO);
});

async function record(call: string): Promise<void> {
  let cursor: string | null = null;
  for (let number = 1; number <= PAGES; number += 1) {
    const paged =
      cursor === null ? call : `${call}${call.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const { status, body } = await answerTo(deployed, `GET ${paged}`);
    answers.set(`${call} ${number}`, { status, body });
    cursor = cursorIn(body);
    if (cursor === null) return;
  }
}

function cursorIn(body: unknown): string | null {
  const { nextCursor } = (body ?? {}) as { readonly nextCursor?: string | null };
  return nextCursor == null ? null : encodeURIComponent(nextCursor);
}

/** The ids of the objects in the list that a route stands under. */
function idsFor(template: string): readonly string[] {
  const list = template.slice(0, template.indexOf('/{id}'));
  const under = list === '/v1/breaks' ? `/v1/reports/breaks?${MONTH}` : list;
  const { body } = answers.get(`${under} 1`) ?? { body: null };
  const { items } = (body ?? {}) as { readonly items?: readonly { readonly id?: string }[] };
  return (items ?? []).flatMap(({ id }) => (id === undefined ? [] : [id])).slice(0, OF_EACH_LIST);
}

async function write(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const [call, answer] of answers) {
    const name = call.replaceAll(/[^A-Za-z0-9=.-]+/g, '_').slice(0, 150);
    const text = JSON.stringify(inOrder(answer), null, 1).replaceAll(PORT, '127.0.0.1:port');
    await writeFile(path.join(folder, `${name}.json`), `${text}\n`);
  }
}

/** A store gives the fields of an object in any order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, inOrder(each)]));
}
