import { setTimeout as sleep } from 'node:timers/promises';
import { scheduleInput } from '../../local/schedules/schedule-input.ts';
import type { Stack } from '../../local/stack.ts';
import { poll } from '../../treasury/retries/retry.ts';
import { folderNames } from './open.ts';
import { type Ask, Person } from './person.ts';

/** How long the stack is watched at most until each function was invoked by the flow itself. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;

const BTC_ACCOUNT = '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01';
const COMMENT = 'measured';

/** A rule that the preview is asked about. */
const DRAFT_RULE = {
  id: 'btc-bench',
  label: 'measured',
  currency: 'BTC',
  withdrawalAccountId: BTC_ACCOUNT,
  threshold: '5',
  keep: '4',
  minimum: '0.1',
};

/** One request for each function behind the API, as the person who may make it. */
const REQUESTS: readonly (Ask & { readonly user: string })[] = [
  { user: 'viewer', path: '/v1/instructions?limit=20' },
  { user: 'viewer', path: '/v1/snapshots/latest' },
  { user: 'viewer', path: '/v1/prices' },
  { user: 'viewer', path: '/v1/exports/20260101T000000Z-00000000000000000000000000000000' },
  post('treasurer', '/v1/withdrawals', {
    withdrawalAccountId: BTC_ACCOUNT,
    amount: '0.01',
    comment: COMMENT,
  }),
  post('treasurer', '/v1/withdrawals/none/settle', { executed: true, comment: COMMENT }, 'none'),
  post('treasurer', '/v1/sweep-rules/preview', { rules: [DRAFT_RULE] }),
  post('approver', '/v1/changes/20260101T000000000Z-none/decline', { comment: COMMENT }),
  post('treasurer', '/v1/breaks/20260101T000000000Z-BTC/explain', {
    kind: 'deposit',
    comment: COMMENT,
  }),
  post('trader', '/v1/trades', tradeOf('0.01')),
];

/**
 * Lets the stack do a little of everything and keeps, for each function by its name in functions/, the last
 * event that it was handed. Given again, such an event finds its work done: nothing is paid twice.
 */
export async function recordEvents(stack: Stack): Promise<ReadonlyMap<string, string>> {
  const { functions } = stack.runtime;
  const names = folderNames(stack);
  const events = new Map<string, string>();
  const invoke = functions.invoke.bind(functions);
  functions.invoke = async (name, payload, options) => {
    events.set(names.get(name) ?? name, payload);
    return await invoke(name, payload, options);
  };
  await stack.start();
  for (const { user, ...ask } of REQUESTS) await as(stack, user, async (who) => who.ask(ask));
  await approveLargeTrade(stack);
  for (const schedule of stack.model.schedules) {
    const name = functions.find(schedule.functionName)?.name ?? schedule.functionName;
    if (!events.has(names.get(name) ?? name)) {
      await functions.invoke(name, scheduleInput(schedule, Date.now()));
    }
  }
  const isComplete = () => [...names.values()].every((name) => events.has(name));
  const hasSettled = () => events.has('send-withdrawal') && events.has('publish-events');
  const limits = { withinMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS, now: Date.now, sleep };
  await poll(async () => (isComplete() || hasSettled() ? true : null), limits);
  await stack.runtime.drain();
  functions.invoke = invoke;
  return events;
}

/** Above the limit that one person may trade alone; its approval's event sends it. */
async function approveLargeTrade(stack: Stack): Promise<void> {
  const asked = await as(
    stack,
    'trader',
    async (who) =>
      await who.json<Record<string, string>>(post('trader', '/v1/trades', tradeOf('0.3'))),
  ).catch(() => null);
  if (asked === null) return;
  const { id = '', contentDigest = '' } = asked;
  await as(stack, 'approver', async (who) =>
    who.ask(post('approver', `/v1/trades/${id}/approve`, { comment: COMMENT }, contentDigest)),
  );
}

async function as<T>(stack: Stack, user: string, work: (who: Person) => Promise<T>): Promise<T> {
  const person = await Person.named(stack.url, user);
  try {
    return await work(person);
  } finally {
    person.close();
  }
}

/** `seen`: the ETag of what it rests on. */
function post(
  user: string,
  path: string,
  body: object,
  seen?: string,
): Ask & { readonly user: string } {
  const headers = {
    'idempotency-key': `bench-${crypto.randomUUID()}`,
    ...(seen === undefined ? {} : { 'if-match': `"${seen}"` }),
  };
  return { user, method: 'POST', path, body: JSON.stringify(body), headers };
}

/** Within the collar of the sandbox's first prices, and below what the market would take at once. */
function tradeOf(amount: string) {
  return { instrument: 'BTC/USD', side: 'Sell', price: '64000', amount };
}
