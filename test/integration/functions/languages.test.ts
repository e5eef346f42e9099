import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ROUTES } from '../../../api/routes/routes.ts';
import { breakId } from '../../../treasury/ledger/break.ts';
import type { PolicyChange } from '../../../treasury/ledger/policy-change.ts';
import { draftOf, WEBHOOK } from '../../samples/policy.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';

/*
 * What an answer says to people is in their language; everything that programs read is the same in each.
 */

const { deployed } = deployedForEachTest();
const { commit, decided, snapshot, lane: btc } = deploymentSteps(deployed);

const IN = (language: string) => ({ 'accept-language': language });

async function read(route: string, language: string, query: Readonly<Record<string, string>> = {}) {
  const headers = IN(language);
  const call = { routeKey: `GET ${route}`, groups: '[admin]', headers, query };
  return await deployed().call('query-ledger', call);
}

interface Decided {
  readonly decision: {
    readonly explanation: string;
    readonly checks: readonly { readonly seen: string; readonly accepted: string }[];
  };
}

const decisionOf = (body: Readonly<Record<string, unknown>>) =>
  (body.items as readonly Decided[])[0]?.decision;

const TEXTS = [
  ...['explanation', 'seen', 'accepted', 'message', 'schedule', 'assumptions', 'comment'],
  ...['why', 'next', 'evidence', 'summary', 'unknown', 'pricesMissing'],
];

/** Why a reading failed; elsewhere a field of this name is a code. */
const isSentence = (value: unknown) => typeof value === 'string' && value.includes(' ');

/** Everything but the texts. */
const withoutTexts = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    TEXTS.includes(name) || (name === 'reason' && isSentence(value)) ? undefined : value,
  );

beforeEach(() => decided());

describe('a decision', () => {
  it('is said in the language of the caller, and in English where there is none such', async () => {
    const [english, german, french] = await Promise.all(
      ['en', 'de-CH, en;q=0.5', 'fr'].map((language) => read('/v1/decisions', language)),
    );
    expect(decisionOf(english?.body ?? {})?.explanation).toMatch(/^Withdraw .* to "/);
    expect(decisionOf(german?.body ?? {})?.explanation).toMatch(/^Auszahlung von .* an „/);
    expect(french?.body).toEqual(english?.body);
    for (const answer of [english, german, french]) {
      expect(answer?.headers.vary).toContain('accept-language');
    }
  });

  it('has the same ETag, codes and numbers in each', async () => {
    const [english, german] = await Promise.all([
      read('/v1/decisions', 'en'),
      read('/v1/decisions', 'de'),
    ]);
    expect(german.text).not.toBe(english.text);
    expect(german.headers.etag).toBe(english.headers.etag);
    expect(withoutTexts(german.body)).toEqual(withoutTexts(english.body));
    expect(german.headers['cache-control']).toBe('no-store');
  });
});

describe('the decision behind an instruction', () => {
  it('is said in the language of the reader; the instruction and its ETag are the same', async () => {
    const { body } = await read('/v1/withdrawals', 'en');
    const [{ id = '' } = {}] = body.items as readonly { readonly id: string }[];
    const one = async (language: string) =>
      await deployed().call('query-ledger', {
        ...{ routeKey: 'GET /v1/withdrawals/{id}', groups: '[admin]', headers: IN(language) },
        ...{ path: { id }, query: { expand: 'decisions' } },
      });
    const [english, german] = [await one('en'), await one('de')];
    const said = ({ body: { decisions } }: typeof english) =>
      (decisions as readonly Decided[])[0]?.decision.explanation;
    expect(said(english)).toMatch(/^Withdraw .* to "/);
    expect(said(german)).toMatch(/^Auszahlung von .* an „/);
    expect(withoutTexts(german.body)).toEqual(withoutTexts(english.body));
    expect(german.headers.etag).toBe(english.headers.etag);
  });
});

describe('a moment in a sentence', () => {
  it('is by the clocks of the reader, and in UTC where their zone is not known', async () => {
    const at = async (language: string, zone: string) => {
      const headers = { ...IN(language), 'time-zone': zone };
      const call = { routeKey: 'GET /v1/decisions', groups: '[admin]', headers };
      return await deployed().call('query-ledger', call);
    };
    const [zurich, german, none] = [
      await at('en', 'Europe/Zurich'),
      await at('de', 'Europe/Zurich'),
      await at('en', 'Nowhere'),
    ];
    const seenOf = (body: Readonly<Record<string, unknown>>) =>
      decisionOf(body)
        ?.checks.map(({ seen }) => seen)
        .join('; ');
    expect(seenOf(zurich.body)).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} Europe\/Zurich/);
    expect(seenOf(zurich.body)).not.toMatch(/T\d{2}:\d{2}/);
    expect(seenOf(german.body)).toMatch(/\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}:\d{2} Europe\/Zurich/);
    expect(none.text).toBe((await read('/v1/decisions', 'en')).text);
    expect(zurich.headers.etag).toBe(none.headers.etag);
    expect(zurich.headers['cache-control']).toBe('no-store');
    expect(zurich.headers.vary).toContain('time-zone');
  });

  it('comes without its body to a reader of their own who keeps it themselves, and past no cache', async () => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      deployed().call('query-ledger', {
        routeKey: 'GET /v1/decisions',
        groups: '[admin]',
        headers: { ...IN('de'), ...headers },
      });
    const { headers } = await ask({});
    const known = { 'if-none-match': `${headers.etag}` };
    // A cache adds the tag of what it keeps, of whichever language that is.
    expect(await ask(known)).toMatchObject({ status: 200 });
    const kept = await ask({ ...known, 'cache-control': 'no-cache' });
    expect(kept).toMatchObject({ status: 304, headers: { 'cache-control': 'no-store' } });
  });
});

interface Told {
  readonly history: readonly { readonly message: string }[];
}

describe('an instruction', () => {
  it('says its history in the language of the caller, with the same ETag, codes and numbers', async () => {
    for (const route of ['/v1/instructions', '/v1/withdrawals']) {
      const [english, german] = [await read(route, 'en'), await read(route, 'de')];
      const firstLine = ({ body }: typeof english) =>
        (body.items as readonly Told[])[0]?.history[0]?.message;
      expect(firstLine(english), route).toMatch(/^Withdraw .* to "/);
      expect(firstLine(german), route).toMatch(/^Auszahlung von .* an „/);
      expect(german.headers.etag).toBe(english.headers.etag);
      expect(withoutTexts(german.body)).toEqual(withoutTexts(english.body));
      expect(german.headers['cache-control']).toBe('no-store');
      expect(german.headers.vary).toContain('accept-language');
    }
  });
});

interface Asked {
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: Readonly<Record<string, string>>;
  /** What only German texts of its answer hold; absent where nothing is to say in the planted state. */
  readonly german?: RegExp;
  /** More of them. */
  readonly also?: RegExp;
  /** The service refuses reads before it. */
  readonly unread?: true;
}

const AT = '2026-01-05T09:00:00.000Z';
const CHANGE = '20260105T090000000Z-1f0c9a3e';
const BREAK_ID = breakId({ snapshot: AT, currency: 'BTC' });

/** Something of each kind that Sluice says in words. */
async function planted() {
  const lane = await btc();
  const reading = { at: AT, total: '3' };
  const entries = [{ instructionId: 'sweep-1', amount: '0.5', at: AT }];
  const booking = { reading, entries, credits: [], doubts: [] };
  await commit({
    ...{ kind: 'replace-lane', from: 'idle', read: lane },
    lane: { ...lane, booking, version: lane.version + 1 },
  });
  await commit({
    kind: 'halt',
    act: {
      ...{ id: 'halt-1', requestId: 'r-1', at: AT, by: 'sluice', trigger: 'tampering' },
      found: { code: 'claim-differs', currency: 'BTC', instructionId: 'i-1' },
    },
  });
  const found = { code: 'unexplained', from: AT, to: AT, opening: '4', closing: '3' } as const;
  await commit({
    kind: 'put-break',
    break: {
      ...{ id: BREAK_ID, tenant: TENANT, currency: 'BTC', snapshot: AT, readAt: AT },
      ...{ sinceSnapshot: AT, sinceReadAt: AT, direction: 'outflow', amount: '-1' },
      found: { ...found, movements: [], amount: '-1', mayBe: [] },
      ...{ mayBe: [], openedAt: AT, status: { state: 'open', at: AT }, history: [], version: 1 },
    },
  });
  await commit({
    kind: 'put-change',
    change: {
      ...{ kind: 'rule', id: CHANGE, tenant: TENANT, baseVersion: 1, version: 1 },
      ...{ before: draftOf(), after: draftOf({ threshold: '9' }), madeBy: 'carol', madeAt: AT },
      ...{ expiresAt: AT, comment: 'as agreed' },
      status: {
        ...{ state: 'superseded', at: AT, by: 'tom' },
        why: { code: 'other-version', baseVersion: 1, stands: 2 },
      },
    } as PolicyChange,
  });
  const paused = { at: AT, reason: 'receiver-gone' } as const;
  await commit({
    kind: 'put-webhook',
    webhook: { ...WEBHOOK, status: 'paused', pausedBySluice: paused },
  });
}

/** A snapshot without prices, a tick without a snapshot, and no prices now. */
async function unread() {
  refused('GET /v1/prices');
  await snapshot();
  refused('GET /v1/balances');
  await snapshot();
  refused('GET /v1/prices', 4);
}

/** The service refuses the token of the next reads. */
function refused(on: string, times = 2) {
  deployed().sandbox.queueFault({ on, fault: { kind: 'status', status: 403 }, times });
}

/** Every read that is declared to say something: how it is asked, beside those that tests above ask. */
const SAID: Readonly<Record<string, Asked>> = {
  'GET /v1/forecast': {
    ...{ name: 'preview-policy', query: { days: '1', flows: 'mean' } },
    german: /Mit den Beständen.*jede Momentaufnahme.*Nach dem Regelwerk.*bleibt gesperrt/,
  },
  'GET /v1/balances': { name: 'query-market', unread: true, german: /geantwortet 403/ },
  'GET /v1/snapshots/latest': { name: 'query-reports', unread: true, german: /geantwortet 403/ },
  'GET /v1/snapshots': {
    ...{ name: 'query-reports', query: { limit: '2', sort: 'newest' }, unread: true },
    german: /"pricesMissing":"token-refused: [^"]*geantwortet 403/,
    also: /"reason":"[^"]*geantwortet 403/,
  },
  'GET /v1/reports/breaks': {
    ...{ name: 'query-reports', query: { from: AT, to: '2026-01-06T00:00:00.000Z' } },
    german: /1 ungeklärt abgegangen/,
  },
  'GET /v1/breaks/{id}': {
    ...{ name: 'query-reports', path: { id: BREAK_ID } },
    german: /1 ungeklärt abgegangen/,
  },
  'GET /v1/controls': { name: 'query-ledger', german: /Ein Siegel stimmt nicht/ },
  'GET /v1/controls/halt': { name: 'query-ledger', german: /Ein Siegel stimmt nicht/ },
  'GET /v1/overview': {
    ...{ name: 'query-ledger', unread: true, german: /Ein Siegel stimmt nicht/ },
    also: /"reason":"[^"]*geantwortet 403/,
  },
  'GET /v1/inbox': { name: 'query-ledger', german: /ungeklärt abgegangen\. Bitte erklären\./ },
  'GET /v1/sweep-rules': { name: 'query-ledger' },
  'GET /v1/accounts/{id}/limits': { name: 'query-ledger', path: { id: RULE.withdrawalAccountId } },
  'GET /v1/webhooks': { name: 'query-ledger', german: /Der Empfänger antwortet/ },
  'GET /v1/webhooks/{id}': {
    ...{ name: 'query-ledger', path: { id: WEBHOOK.id } },
    german: /Der Empfänger antwortet/,
  },
  'GET /v1/webhooks/{id}/history': {
    ...{ name: 'query-ledger', path: { id: WEBHOOK.id } },
    german: /Der Empfänger antwortet/,
  },
  'GET /v1/changes': { name: 'query-ledger', german: /Muss neu vorgeschlagen werden/ },
  'GET /v1/changes/{id}': {
    ...{ name: 'query-ledger', path: { id: CHANGE } },
    german: /Muss neu vorgeschlagen werden/,
  },
  'GET /v1/lanes': { name: 'query-ledger', german: /wurden gesendet, und kein seither/ },
  'GET /v1/lanes/{currency}/unbooked': {
    ...{ name: 'settle-instruction', path: { currency: 'BTC' } },
    german: /wurden gesendet, und kein seither/,
  },
};

const ASKED_ABOVE = ['decisions', 'instructions', 'withdrawals', 'trades', 'sweep-rules/preview'];

it('every route that says something is tried', () => {
  const declared = ROUTES.filter(({ declaration }) => declaration.said === true).map(
    ({ key }) => key,
  );
  const isAbove = (key: string) =>
    ASKED_ABOVE.some((each) => key.endsWith(`/v1/${each}`) || key.endsWith(`/v1/${each}/{id}`));
  expect(declared.filter((key) => !isAbove(key)).sort()).toEqual(Object.keys(SAID).sort());
});

describe('a read that says something', () => {
  it.each(Object.entries(SAID))(
    'says it in the language of the caller, with the same ETag, codes and numbers: %s',
    async (routeKey, { name, german, also, unread: isUnread, ...asked }) => {
      await planted();
      if (isUnread) await unread();
      const call = { routeKey, groups: '[admin]', ...asked };
      const at = async (language: string) =>
        await deployed().call(name, { ...call, headers: IN(language) });
      // A forecast begins now: for both readers at the same moment.
      vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
      const [here, there] = [await at('en'), await at('de')];
      vi.useRealTimers();
      expect(here.status, here.text).toBe(200);
      for (const said of [german, also]) {
        if (said === undefined) continue;
        expect(here.text).not.toMatch(said);
        expect(there.text).toMatch(said);
      }
      expect(withoutTexts(there.body)).toEqual(withoutTexts(here.body));
      expect(there.headers.etag).toBe(here.headers.etag);
      expect(there.headers['cache-control']).toBe('no-store');
      for (const { headers } of [here, there]) expect(headers.vary).toContain('accept-language');
    },
  );
});

/** Files as programs import them: of each format one, and the register whose column says decisions. */
const FILES: readonly (readonly [route: string, query: Readonly<Record<string, string>>])[] = [
  ['/v1/reports/decisions', { format: 'csv' }],
  ['/v1/reports/decisions', { format: 'xlsx' }],
  ['/v1/reports/withdrawals', { format: 'csv' }],
  ['/v1/snapshots', { format: 'csv', limit: '5' }],
  ['/v1/reports/journal', { format: 'csv' }],
  ['/v1/reports/statement', { format: 'camt053' }],
  ['/v1/reports/statement', { format: 'xlsx' }],
];

describe('a file', () => {
  it.each(FILES)(
    'is the same in every language and for every clock: %s %j',
    async (route, query) => {
      const month = new Date().toISOString().slice(0, 'YYYY-MM'.length);
      const isMonthly = route.endsWith('statement') || route.endsWith('journal');
      const asked = { ...query, ...(isMonthly && { month }) };
      const headers = { ...IN('de'), 'time-zone': 'Europe/Zurich' };
      const call = { routeKey: `GET ${route}`, groups: '[admin]', query: asked };
      // A bank statement says when it was written, and reaches until then: for both readers at the same moment.
      vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
      const english = await deployed().call('query-reports', call);
      const german = await deployed().call('query-reports', { ...call, headers });
      vi.useRealTimers();
      expect(english.status, english.text).toBe(200);
      expect(german.text).toBe(english.text);
      expect(german.headers.etag).toBe(english.headers.etag);
    },
  );
});

describe('what programs read', () => {
  it('is in no other language: audit entries, events, and problems', async () => {
    const halt = { routeKey: 'POST /v1/controls/halt', groups: '[admin]', headers: IN('de') };
    await deployed().call('halt', { ...halt, body: { comment: 'eine Übung' } });
    for (const route of ['/v1/audit', '/v1/events']) {
      const [english, german] = [await read(route, 'en'), await read(route, 'de')];
      expect(german.status, route).toBe(200);
      expect(german.text, route).toBe(english.text);
      expect(german.headers.etag, route).toBe(english.headers.etag);
      expect(german.headers.vary, route).not.toContain('accept-language');
    }
    const wrong = await read('/v1/decisions', 'de', { rule: 'no-such' });
    expect(wrong.body).toMatchObject({ status: 404, title: expect.stringMatching(/^[A-Z]/) });
    const audited = (await read('/v1/audit', 'de')).text;
    expect(audited).toContain('eine Übung');
    expect(audited).not.toContain('angehalten');
  });
});
