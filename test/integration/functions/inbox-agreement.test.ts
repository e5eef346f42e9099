import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { Random } from '../../simulation/random.ts';
import { isThorough } from '../../thoroughness.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { tableHand } from '../seals/table-hand.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { belowMarket, decided, putControls, snapshot, tick, trade, withdraw } =
  deploymentSteps(deployed);
const calls = policyCalls(deployed);
const hand = tableHand(() => deployed().ledgerTable);

/** Worlds, and decisions tried in each: enough in all of them for every caller to meet every kind. */
const SEEDS = isThorough ? [1, 2, 3, 4, 5, 20_260_131] : [20_260_131];
const STEPS = isThorough ? 24 : 8;
/** Kinds with their reasons that a world must have met at least, or it tried nothing. */
const LEAST_MET = isThorough ? 9 : 4;

const CALLERS: readonly Partial<ApiCall>[] = [
  { by: 'tess', groups: '[treasurer]' },
  { by: 'tina', groups: '[trader approver]' },
  { by: 'ada', groups: '[approver]' },
  { by: 'bob', groups: '[approver treasurer]' },
  { by: 'carl', groups: '[admin]' },
  { by: 'vera', groups: '[viewer]' },
  {
    by: 'bot',
    claims: {
      username: '',
      client_id: 'bot',
      sub: 'bot',
      scope: 'sluice/viewer sluice/trader sluice/treasurer sluice/approver sluice/admin',
    },
  },
];

interface Shown {
  readonly kind: string;
  readonly id: string;
  readonly act: string;
  readonly link: string;
  readonly decideAt: string;
  readonly mayDecide: boolean;
  readonly trusted: boolean | null;
  readonly whyNot: { readonly code: string } | null;
}

async function inboxOf(who: Partial<ApiCall>): Promise<readonly Shown[]> {
  const { status, body } = await deployed().call('query-ledger', {
    routeKey: 'GET /v1/inbox',
    ...who,
  });
  expect(status).toBe(200);
  return body.items as readonly Shown[];
}

/** Of each act: the function behind its route, the one that shows what is decided, and a body. */
const ROUTES: Readonly<Record<string, readonly [decides: string, shows: string, body: object]>> = {
  'approve-withdrawal': ['manage-instructions', 'query-ledger', { comment: 'as agreed' }],
  'approve-trade': ['manage-instructions', 'query-ledger', { comment: 'as agreed' }],
  'approve-change': ['manage-policy', 'query-ledger', { comment: 'as agreed' }],
  'settle-withdrawal': ['settle-instruction', 'query-ledger', { executed: true, comment: 'row 3' }],
  'explain-break': ['manage-breaks', 'query-reports', { kind: 'deposit', comment: 'of a client' }],
  'close-break': ['manage-breaks', 'query-reports', { comment: 'looked up' }],
};

/** What the very route answers whose address the item has. */
async function decideAs(
  who: Partial<ApiCall>,
  { act, id, link, decideAt }: Shown,
): Promise<{ readonly status: number; readonly code: string }> {
  const route = ROUTES[act];
  if (route === undefined) throw new Error(`no route is known for ${act}`);
  const [decides, shows, body] = route;
  const named = (path: string) => path.replace(encodeURIComponent(id), '{id}');
  const read = await deployed().call(shows, { routeKey: `GET ${named(link)}`, path: { id } });
  const etag = read.headers.etag;
  const { status = 500, body: told } = await deployed().call(decides, {
    ...who,
    routeKey: `POST ${named(decideAt)}`,
    path: { id },
    ...(etag === undefined ? {} : { headers: { 'if-match': String(etag) } }),
    body,
  });
  return { status, code: String(told.code ?? '') };
}

const stateOf = async () =>
  (await deployed().ledgerItems())
    .filter(({ entity }) => ['instruction', 'change', 'break'].includes(entity?.S ?? ''))
    .map((item) => JSON.stringify(item))
    .sort();

async function withdrawal(key: string, amount = '0.2', who: Partial<ApiCall> = {}) {
  const made = await withdraw(
    { withdrawalAccountId: RULE.withdrawalAccountId, amount, comment: 'by hand' },
    { headers: { 'idempotency-key': key }, ...who },
  );
  expect(made.status, made.text).toBe(202);
  return String(made.body.id);
}

/** Books with a difference: something came in, or went out, without Sluice. */
async function breaks(): Promise<void> {
  const keep = async () => {
    const taken = await snapshot(tick());
    const images = taken.Records.map(({ dynamodb }) => dynamodb.NewImage);
    await deployed().invoke('update-books', streamEvent(...images));
  };
  await keep();
  deployed().sandbox.deposit({ currency: 'USD', amount: '17' });
  await keep();
}

/** One of everything that a person decides about, some of it forged, some of it overtaken. */
async function world(): Promise<void> {
  await breaks();
  await putControls(({ trades }) => ({ trades: { ...trades, approvalAbove: '1' } }));
  expect((await trade(belowMarket('0.1'), 'key-d')).status).toBe(202);
  const fault = { kind: 'execute-then-reset-before-headers' } as const;
  deployed().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
  await deployed().invoke('send-withdrawal', await decided());
  await snapshot();
  await deployed().invoke('watchdog', tick());
  await withdrawal('key-a');
  await withdrawal('key-b', '0.1', { by: 'bob', groups: '[treasurer]' });
  const forged = await withdrawal('key-c', '0.3');
  await hand.change(ledgerKeys.instruction(TENANT, forged), (item) => ({
    ...item,
    content: { ...(item.content as object), amount: '3' },
  }));
  await calls.putRule({ keep: '0.5' });
  await calls.putRule({ keep: '0.6' }, '"1"', { by: 'bob', groups: '[treasurer]' });
  expect((await calls.halt({ comment: 'a drill' }, { groups: '[admin]', by: 'carl' })).status).toBe(
    200,
  );
  await calls.resume({ comment: 'the drill is over', mode: 'live' });
}

describe('an inbox', () => {
  it.each(SEEDS)(
    'says that a caller may decide where the route takes the decision, and nowhere else (seed %i)',
    async (seed) => {
      await world();
      const random = new Random(seed);
      const met = new Set<string>();
      for (let step = 0; step < STEPS; step++) {
        const who = random.pick(CALLERS);
        const items = await inboxOf(who);
        // Everything has been decided about.
        if (items.length === 0) break;
        const item = random.pick(items);
        const before = await stateOf();
        const { status, code } = await decideAs(who, item);
        const wrote = JSON.stringify(await stateOf()) !== JSON.stringify(before);
        const told = `seed ${seed}, step ${step}: ${who.by} at ${item.decideAt} (${item.whyNot?.code}): ${status} ${code}`;
        met.add(`${item.kind} ${item.whyNot?.code ?? 'decided'}`);
        if (item.mayDecide) {
          expect(status, told).toBeLessThan(300);
          expect(wrote, told).toBe(true);
        } else if (
          status < 300 &&
          ['already-decided', 'own-proposal'].includes(item.whyNot?.code ?? '')
        ) {
          // A repetition: it is answered as it stands, and brings nothing nearer to its end.
          const [after] = (await inboxOf(who)).filter(({ id }) => id === item.id);
          expect(after, told).toMatchObject({ mayDecide: false });
        } else {
          expect(status, told).toBeGreaterThanOrEqual(400);
        }
      }
      expect(met.size, [...met].join(', ')).toBeGreaterThanOrEqual(LEAST_MET);
    },
  );
});
