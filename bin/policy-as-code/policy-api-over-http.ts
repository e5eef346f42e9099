import { type SluiceClient, SluiceProblem } from '@sluice/client';
import { MAX_DRAFT_RULES } from '../../treasury/preview/backtest-limits.ts';
import { CONTROLS_ID, type Drafts, OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';
import type { CurrentObject, PlannedChange } from './plan.ts';
import type { BacktestedDrafts, BacktestRange, PolicyApi, WriteOutcome } from './policy-api.ts';

/** Calls of one backtest: each goes on where the one before stopped; a month of snapshots takes one or two. */
const MAX_BACKTEST_CALLS = 20;

/** A backtest's message is a sentence for each currency: "BTC: the draft ... . ETH: ...". */
const BETWEEN_CURRENCIES = /(?<=\.) (?=[A-Z0-9._-]+: )/;

/** The API of one tenant as the commands of the policy need it. */
export function policyApiOverHttp(
  client: SluiceClient,
  { address, tenant }: { readonly address: string; readonly tenant: string },
): PolicyApi {
  return {
    address,
    tenant,
    current: async () => {
      const [rules, accounts, calendars, matchingRules, manualRates, webhooks, controls] =
        await Promise.all([
          client.get('/v1/sweep-rules'),
          client.get('/v1/accounts'),
          client.get('/v1/calendars'),
          client.get('/v1/matching-rules'),
          client.get('/v1/manual-rates'),
          client.get('/v1/webhooks'),
          client.get('/v1/controls'),
        ]);
      return [
        { ...currentOf('controls', controls.data), id: CONTROLS_ID },
        ...accounts.data.items.map((item) => currentOf('account', item)),
        // Those that are built in are no part of the policy.
        ...calendars.data.items
          .filter(({ builtIn }) => builtIn !== true)
          .map((item) => currentOf('calendar', item)),
        ...rules.data.items.map((item) => currentOf('rule', item)),
        ...matchingRules.data.items.map((item) => currentOf('matching-rule', item)),
        ...manualRates.data.items.map((item) => currentOf('manual-rate', item)),
        ...webhooks.data.items.map((item) => currentOf('webhook', item)),
      ];
    },
    write: async (change) => {
      try {
        return await write(client, change);
      } catch (error) {
        if (!(error instanceof SluiceProblem)) throw error;
        return { outcome: 'refused', code: error.code, message: sentenceOf(error) };
      }
    },
    backtest: async ({ rules: drafts, calendars }, range) => {
      const batches = Array.from(
        // Calendars alone are tried as well, with the rules in force that name them.
        { length: Math.max(1, Math.ceil(drafts.length / MAX_DRAFT_RULES)) },
        (_, index) => drafts.slice(index * MAX_DRAFT_RULES, (index + 1) * MAX_DRAFT_RULES),
      );
      const sentences: string[] = [];
      for (const rules of batches) {
        const message = await orReason(() => backtest(client, { rules, calendars }, range));
        sentences.push(...message.split(BETWEEN_CURRENCIES));
      }
      return sentences;
    },
    backtestMatching: async (rules, range) => {
      const sentence = await orReason(() => matchingBacktest(client, rules, range));
      return [`Matching rules: ${sentence}`];
    },
  };
}

interface Item {
  readonly version: number;
}

function currentOf<Kind extends ObjectKind>(kind: Kind, item: Item): CurrentObject<Kind> {
  const draftOf = OBJECT_KINDS[kind].draftOf as (item: Item) => Drafts[Kind];
  const draft = draftOf(item);
  return { kind, id: 'id' in draft ? draft.id : CONTROLS_ID, version: item.version, draft };
}

/** On condition of the version that the plan rests on: the API refuses any other. */
async function write(client: SluiceClient, change: PlannedChange): Promise<WriteOutcome> {
  const { status, data, replayed } = await request(client, change);
  if (status !== 202) return { outcome: 'applied', version: data.version };
  const { id, expiresAt } = data;
  return { outcome: 'proposed', changeId: id, expiresAt, repeated: replayed };
}

interface Written {
  readonly status: number;
  readonly replayed: boolean;
  /** A policy object, or a proposed change. */
  readonly data: { readonly version: number; readonly id: string; readonly expiresAt: string };
}

async function request(client: SluiceClient, change: PlannedChange): Promise<Written> {
  const { kind, id, action, expected, content } = change;
  const { route } = OBJECT_KINDS[kind];
  // The kind chooses the route and its body; both come from one schema, which the types cannot follow here.
  const call = client as unknown as Record<
    'post' | 'put' | 'delete',
    (path: string, input: object) => Promise<Written>
  >;
  const ifMatch = `"${expected}"`;
  if (kind === 'controls') return await call.put(route, { body: content, ifMatch });
  const one = `${route}/{id}`;
  switch (action) {
    case 'create':
      return await call.post(route, { body: content });
    case 'update':
      return await call.put(one, { path: { id }, body: content, ifMatch });
    case 'delete':
      return await call.delete(one, { path: { id }, ifMatch });
    default:
      return action satisfies never;
  }
}

/** A plan without its backtest is still a plan: the account of a new rule may wait for its approval, say. */
async function orReason(backtested: () => Promise<string>): Promise<string> {
  try {
    return await backtested();
  } catch (error) {
    if (!(error instanceof SluiceProblem)) throw error;
    return `No backtest: ${sentenceOf(error)}`;
  }
}

function sentenceOf({ title, detail, fields }: SluiceProblem): string {
  const named = fields.map(
    ({ field, seen, accepted }) => `${field}: seen ${seen}; accepted ${accepted}`,
  );
  return [detail ?? title, ...named].join(' ');
}

async function backtest(
  client: SluiceClient,
  { rules, calendars }: BacktestedDrafts,
  range: BacktestRange,
): Promise<string> {
  let continuation: string | undefined;
  for (let calls = 1; calls <= MAX_BACKTEST_CALLS; calls++) {
    const body = {
      ...range,
      rules: [...rules],
      ...(calendars.length === 0 ? {} : { calendars: [...calendars] }),
      ...(continuation === undefined ? {} : { continuation }),
    };
    const { data } = await client.post('/v1/sweep-rules/backtest', { body: body as never });
    if (data.complete || data.continuation === undefined) return data.message;
    continuation = data.continuation;
  }
  return `There are too many snapshots for one plan: the backtest stopped after ${MAX_BACKTEST_CALLS} calls.`;
}

async function matchingBacktest(
  client: SluiceClient,
  rules: readonly Drafts['matching-rule'][],
  range: BacktestRange,
): Promise<string> {
  const body = { ...range, rules: [...rules] };
  const { data } = await client.post('/v1/matching-rules/backtest', { body: body as never });
  const part = data.complete ? '' : ` That is up to ${data.until}: there is too much for one call.`;
  return `${data.message}${part}`;
}
