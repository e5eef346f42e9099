import { isDeepStrictEqual } from 'node:util';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from 'vitest';
import type { Key } from '../../../adapters/store/keys.ts';
import { FIRST_WORD_OF, TWO_PEOPLE, type TwoPeopleFlow } from '../../../api/roles/two-people.ts';
import type { Booking } from '../../../treasury/booking/booking.ts';
import { ruleDraftOf } from '../../../treasury/changes/drafts.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { record } from '../../canary/record.ts';
import { WEBHOOK } from '../../samples/policy.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { belowBid } from '../market/below-bid.ts';
import { CONTROLS, RULE } from '../protocol/treasury-under-test.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { callersOf } from './callers.ts';
import { servedForTheFile } from './served-api.ts';

const served = servedForTheFile();
const { person, program } = callersOf(served);

type Json = Readonly<Record<string, unknown>>;
interface Asked {
  readonly route: string;
  readonly id?: string;
  readonly body?: Json;
  readonly ifMatch?: string;
}
interface Answered {
  readonly status: number;
  readonly body: Json;
}

async function ask({ route, id = '', body, ifMatch }: Asked, token: string): Promise<Answered> {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(`${served().url}${path.replace(/\{\w+\}/, encodeURIComponent(id))}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `key-of-${path}`,
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  record('what the API answered', text);
  return { status: answer.status, body: JSON.parse(text) as Json };
}

const tess = async (asked: Asked) => {
  const answered = await ask(asked, await person('tess'));
  expect(answered.status, JSON.stringify(answered.body)).toBeLessThan(300);
  return answered.body;
};
const commit = async (...changes: LedgerWrite[]) => {
  expect(await served().deployed.ledger.commit(TENANT, changes)).toEqual({ ok: true });
};
let lastTick = 0;
const snapshot = async () => {
  lastTick = Math.max(Date.now(), lastTick + 1);
  const scheduledFor = instantOf(lastTick);
  await served().deployed.invoke('take-snapshot', { tenant: TENANT, scheduledFor });
  await served().deployed.invoke('watchdog', { tenant: TENANT, scheduledFor });
  const items = await served().deployed.snapshotItems();
  return items.filter(({ sk }) => sk?.S === scheduledFor);
};
const laneOf = async (currency: string): Promise<Lane> => {
  const lanes = await served().deployed.ledger.readLanes(TENANT);
  const lane = lanes.find((each) => each.currency === currency);
  if (lane === undefined) throw new Error(`no lane ${currency}`);
  return lane;
};

const APPROVAL = 'POST /v1/changes/{id}/approve';
const comment = 'as agreed on Monday';
const approvalOf = ({ id }: Json): Asked => ({
  route: APPROVAL,
  id: String(id),
  body: { comment },
});
const versionOf = async (route: string, id?: string) => {
  const { version } = await tess({ route, ...(id === undefined ? {} : { id }) });
  return `"${String(version)}"`;
};
let withdrawal = '';

/** The first act, by tess, and the second, by another person. */
const FIRST: Readonly<Record<TwoPeopleFlow, () => Promise<Asked>>> = {
  'change of a rule': async () =>
    approvalOf(
      await tess({
        route: 'PUT /v1/sweep-rules/{id}',
        id: RULE.id,
        body: { ...ruleDraftOf(RULE), keep: '0.5' },
        ifMatch: await versionOf('GET /v1/sweep-rules/{id}', RULE.id),
      }),
    ),
  'change of an account': async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const body = { id, label: 'ETH vault', network: 'ethereum', currency: 'ETH' };
    const details = { address: '0xabc' };
    const status = 'active';
    return approvalOf(
      await tess({ route: 'POST /v1/accounts', body: { ...body, details, status } }),
    );
  },
  'change of a calendar': async () => {
    const range = { from: '2026-01-01', until: '2026-12-31' };
    const body = { id: 'zurich', label: 'Zurich', timeZone: 'Europe/Zurich', ...range };
    return approvalOf(await tess({ route: 'POST /v1/calendars', body }));
  },
  'change of a webhook': async () => {
    const { version: _, activeSince: __, secretFor: ___, ...body } = WEBHOOK;
    return approvalOf(await tess({ route: 'POST /v1/webhooks', body }));
  },
  'change of a manual rate': async () => {
    const dates = { from: '2026-01-01', until: '2026-04-01' };
    const body = { id: 'chf', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.1', ...dates };
    const source = 'the central bank';
    return approvalOf(await tess({ route: 'POST /v1/manual-rates', body: { ...body, source } }));
  },
  'change of a matching rule': async () => {
    const bounds = { currency: 'BTC', maximum: '0.001', per24Hours: '0.01' };
    const body = { id: 'fees', label: 'Fee', kind: 'fee', direction: 'outflow', ...bounds };
    return approvalOf(await tess({ route: 'POST /v1/matching-rules', body }));
  },
  'change of the controls': async () => {
    const { version: _, ...draft } = CONTROLS;
    const ifMatch = await versionOf('GET /v1/controls');
    const body = { ...draft, approvalExpirySeconds: 90_000 };
    return approvalOf(await tess({ route: 'PUT /v1/controls', body, ifMatch }));
  },
  'withdrawal by hand': async () => {
    await snapshot();
    const body = { withdrawalAccountId: RULE.withdrawalAccountId, amount: '0.5', comment };
    const { id, contentDigest } = await tess({ route: 'POST /v1/withdrawals', body });
    withdrawal = String(id);
    const route = 'POST /v1/withdrawals/{id}/approve';
    return { route, id: withdrawal, body: { comment }, ifMatch: `"${contentDigest}"` };
  },
  settlement: async () => {
    const fault = { kind: 'execute-then-reset-before-headers' } as const;
    served().deployed.sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
    const sent = { tenant: TENANT, instructionId: withdrawal };
    await served().deployed.invoke('send-withdrawal', sent);
    await snapshot();
    const { evidence } = await tess({ route: 'GET /v1/withdrawals/{id}', id: withdrawal });
    const body = { executed: true, comment };
    const ifMatch = `"${(evidence as Json).digest}"`;
    const route = 'POST /v1/withdrawals/{id}/settle';
    await tess({ route, id: withdrawal, body, ifMatch });
    return { route, id: withdrawal, body, ifMatch };
  },
  'trade above the limit': async () => {
    const { controls } = await served().deployed.ledger.readPolicy(TENANT);
    if (controls === null) throw new Error('no controls');
    const { seal: _, ...currentItem } = controls;
    const trades = { ...currentItem.trades, approvalAbove: '1' };
    const next = { ...currentItem, trades, version: controls.version + 1 };
    await commit({ kind: 'put-controls', controls: next });
    const price = belowBid(served().deployed.sandbox);
    const body = { instrument: 'BTC/USD', side: 'sell', price, amount: '0.1' };
    const { id, contentDigest } = await tess({ route: 'POST /v1/trades', body });
    const route = 'POST /v1/trades/{id}/approve';
    return { route, id: String(id), body: { comment }, ifMatch: `"${contentDigest}"` };
  },
  'closing of an outflow': async () => {
    const { deployed } = served();
    const { streamEvent } = await import('../functions/deployed-functions.ts');
    await deployed.invoke('update-books', streamEvent(...(await snapshot())));
    deployed.sandbox.debit({ currency: 'ETH', amount: '1.5' });
    await deployed.invoke('update-books', streamEvent(...(await snapshot())));
    const { items } = await tess({ route: 'GET /v1/reports/breaks' });
    const found = (items as readonly Json[]).find(({ currency }) => currency === 'ETH');
    const id = String(found?.id);
    const body = { kind: 'foreign-debit', comment };
    const ifMatch = `"${String(found?.version)}"`;
    const said = await tess({ route: 'POST /v1/breaks/{id}/explain', id, body, ifMatch });
    const next = `"${String(said.version)}"`;
    return { route: 'POST /v1/breaks/{id}/close', id, body: { comment }, ifMatch: next };
  },
  'conclusion of what is unbooked': async () => {
    const lane = await laneOf('USD');
    const at = instantOf(Date.now() - 4 * 86_400_000);
    const booking: Booking = {
      reading: { at: instantOf(Date.now()), total: '20' },
      entries: [{ instructionId: 'sweep-1', amount: '0.5', at }],
      credits: [],
      doubts: [],
      debited: { 'sweep-1': { claimed: '0.5', debits: [] } },
    };
    const changed = { ...lane, booking, version: lane.version + 1 };
    await commit({ kind: 'replace-lane', lane: changed, from: lane.status.state });
    const { unbooked } = await tess({ route: 'GET /v1/lanes/{currency}/unbooked', id: 'USD' });
    const ifMatch = `"${(unbooked as Json).digest}"`;
    const route = 'POST /v1/lanes/{currency}/unbooked/conclude';
    const body = { outcome: 'booked', comment: comment };
    await tess({ route, id: 'USD', body, ifMatch });
    return { route, id: 'USD', body, ifMatch };
  },
  resumption: async () => {
    await tess({ route: 'POST /v1/controls/halt', body: { comment } });
    const body = { comment };
    return approvalOf(await tess({ route: 'POST /v1/controls/resume', body, ifMatch: '"1"' }));
  },
  'rearming of a restored ledger': async () => {
    await tess({ route: 'POST /v1/controls/halt', body: { comment } });
    const lane = await laneOf('USD');
    const foreign = { ...lane, open: {}, epoch: 'another table', version: lane.version + 1 };
    await commit({ kind: 'rearm-lane', lane: foreign, fromEpoch: lane.epoch });
    const { digest, rearmable } = await tess({ route: 'GET /v1/lanes/rearm' });
    const unbooked = Object.fromEntries(
      (rearmable as readonly string[]).map((each) => [each, '0']),
    );
    const route = 'POST /v1/lanes/rearm';
    const body = { unbooked, comment };
    const ifMatch = `"${digest}"`;
    await tess({ route, body, ifMatch });
    return { route, body, ifMatch };
  },
};

/** Items that hold what the first person said. */
const WORD_SEALS = ['change', 'instruction', 'break', 'unbooked', 'rearming'];

/** What all flows together have come to: nothing of it may move while one person tries. */
async function current() {
  const items = await served().deployed.ledgerItems();
  return (
    items
      .filter(({ entity }) => !['audit-entry', 'audit-head', 'denials'].includes(entity?.S ?? ''))
      // A word said twice is noted twice; what it is about stays in its state.
      .map(({ pk, sk, state, version }) => [pk?.S, sk?.S, state?.S ?? version?.N].join(' '))
      .sort()
  );
}

/** An attacker with write access to the table: every item with tess's name says another's. */
const ANOTHER = 'eve';
type Forged = (item: RawItem) => RawItem;
const inAnotherName: Forged = (item) =>
  JSON.parse(JSON.stringify(item).replaceAll('"tess"', `"${ANOTHER}"`));
const unsealed: Forged = (item) =>
  JSON.parse(JSON.stringify(inAnotherName(item)), (key, value) =>
    key === 'seal' ? undefined : value,
  );

async function tableItems(): Promise<ReadonlyMap<string, RawItem>> {
  const items = (await served().deployed.ledgerItems()).map((item) => unmarshall(item));
  return new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
}

/** What tess gets done after the first word was made another's; everything is put back afterwards. */
async function afterForging(second: Asked, said: readonly string[], forged: Forged) {
  const { put, remove } = tableHand(() => served().deployed.ledgerTable);
  const kept = await tableItems();
  for (const key of said) await put(forged(kept.get(key) ?? {}));
  const answered = await ask(second, await person('tess'));
  for (const [key, { pk, sk }] of await tableItems())
    if (!kept.has(key)) await remove({ pk, sk } as Key);
  for (const item of kept.values()) await put(item);
  return answered;
}

it.each(Object.keys(TWO_PEOPLE) as TwoPeopleFlow[])(
  'does nothing for one person with every role and two sessions, or the table, nor for a program: %s',
  async (flow) => {
    const earlier = await tableItems();
    const second = await FIRST[flow]();
    const said = [...(await tableItems())]
      .filter(([key, item]) => !isDeepStrictEqual(item, earlier.get(key)))
      .flatMap(([key, { entity }]) => (WORD_SEALS.includes(String(entity)) ? [key] : []));
    expect(said).toHaveLength(1);
    for (const forged of [inAnotherName, unsealed]) {
      const answered = await afterForging(second, said, forged);
      // Refused, or taken for the first word: it waits for another person. Unsealed words are closed like this.
      const agreed = FIRST_WORD_OF[flow].sealed === null ? [200] : [202, 409];
      expect(agreed, JSON.stringify(answered.body)).toContain(answered.status);
    }
    const before = await current();
    const own = await ask(second, await person('tess'));
    // Refused, or taken for the same word said twice: it waits for another person as before.
    expect([403, 202], JSON.stringify(own.body)).toContain(own.status);
    expect((await ask(second, await program())).status).toBe(403);
    expect(await current()).toEqual(before);
    const another = await ask(second, await person('ada'));
    expect(another.status, JSON.stringify(another.body)).toBe(200);
  },
);
