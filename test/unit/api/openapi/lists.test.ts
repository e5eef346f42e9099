import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../../api/openapi/document.ts';

/*
 * What a person may narrow a list by is the same on every list. One that lacks a filter stands here, with why.
 */

const FILTERS = ['text', 'sort', 'state', 'currency', 'account'] as const;
type Filter = (typeof FILTERS)[number];

const SHORT = 'a short list in the order of its ids, which comes whole';
const ONE_PIECE = 'the versions of the one thing that the path names';
const SERIES = 'rows of numbers, oldest first: a period is found by `from` and `to`';
const NO_STATE = 'its items have no states';
const NO_CURRENCY = 'its items are of no currency';
const NO_ACCOUNT = 'its items name no registered account';
const BY_RULE = 'a rule has one currency and one account: `rule` narrows to them';

const versions = {
  text: ONE_PIECE,
  state: NO_STATE,
  currency: ONE_PIECE,
  account: ONE_PIECE,
} as const;
const series = { text: SERIES, sort: SERIES, state: NO_STATE, account: NO_ACCOUNT } as const;

const IN_ORDER = 'lines that add up, in the order of their statement';
const LINES = { text: IN_ORDER, sort: IN_ORDER, state: NO_STATE, account: IN_ORDER } as const;

const LACKS: Readonly<Record<string, Partial<Readonly<Record<Filter, string>>>>> = {
  listInbox: { sort: 'in the order of urgency', state: 'everything in it waits' },
  listInstructions: {},
  listWithdrawals: {},
  listTrades: { account: NO_ACCOUNT },
  listEvents: {
    text: 'hints for programs, read on from a place: `type` is their filter',
    sort: 'in the order of their sequence',
    state: 'the type of an event says the state',
    currency: '`type` is their filter',
    account: '`type` is their filter',
  },
  listAuditEntries: {
    state: NO_STATE,
    currency: '`text` finds it in what was set',
    account: '`subject` is the account',
  },
  listDenials: { state: NO_STATE, currency: NO_CURRENCY, account: NO_ACCOUNT },
  listSweepRules: { sort: SHORT, state: NO_STATE },
  listAccounts: { sort: SHORT, state: NO_STATE, account: 'its items are the accounts' },
  listCalendars: { sort: SHORT, state: NO_STATE, currency: NO_CURRENCY, account: NO_ACCOUNT },
  listWebhooks: { sort: SHORT, state: SHORT, currency: NO_CURRENCY, account: NO_ACCOUNT },
  listManualRates: { sort: SHORT, state: NO_STATE, account: NO_ACCOUNT },
  listMatchingRules: { sort: SHORT, state: NO_STATE, account: NO_ACCOUNT },
  listSweepRuleVersions: versions,
  listAccountVersions: versions,
  listCalendarVersions: versions,
  listWebhookVersions: versions,
  listManualRateVersions: versions,
  listMatchingRuleVersions: versions,
  listControlsVersions: versions,
  listChanges: {
    currency: '`text` finds it in what is proposed',
    account: '`text` finds the account that is proposed or changed',
  },
  listLanes: {
    text: 'one for each currency, by its code',
    sort: SHORT,
    account: 'a lane is of a currency, whichever account is paid',
  },
  listDecisions: {
    text: 'its sentences are made of numbers: `rule` and `reason` narrow them',
    state: '`reason` is what a decision ended with',
    currency: BY_RULE,
    account: BY_RULE,
  },
  listDecisionSpans: {
    text: 'its sentences are made of numbers: `rule` narrows them',
    state: '`withoutSweepSince` is the question that is asked of them',
    currency: BY_RULE,
    account: BY_RULE,
  },
  listSnapshots: {
    text: 'numbers: a snapshot is found by its time',
    state: NO_STATE,
    currency: 'a snapshot is of all currencies: the reports of balances are of one',
    account: NO_ACCOUNT,
  },
  reportBalances: series,
  reportTotals: { ...series, currency: 'the total is of all currencies' },
  listStatementLines: LINES,
  listRestatements: LINES,
  listFlows: { state: NO_STATE, account: NO_ACCOUNT },
  listBreaks: { account: NO_ACCOUNT },
  listDeliveries: { currency: NO_CURRENCY, account: NO_ACCOUNT },
};

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
}

/** Every list of the document: what is read page by page. */
const { paths } = openApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
};
const LISTS = Object.values(paths).flatMap(({ get }) => {
  const { operationId, parameters = [] }: Partial<Operation> = get ?? {};
  const names = parameters.flatMap(({ name }) => name ?? []);
  return operationId !== undefined && names.includes('cursor') ? [{ operationId, names }] : [];
});

describe.each(LISTS)('$operationId', ({ operationId, names }) => {
  it('pages in both directions, by `limit` and `cursor`', () => {
    expect(names).toEqual(expect.arrayContaining(['limit', 'cursor']));
  });

  it.each(FILTERS)('is narrowed by `%s`, or there is a reason why not', (filter) => {
    const why = LACKS[operationId]?.[filter];
    expect(names.includes(filter) ? 'narrowed' : why).toBeDefined();
    expect(names.includes(filter) && why !== undefined, 'both').toBe(false);
  });

  it('takes a range whole, or not at all', () => {
    const isSince = operationId === 'listEvents';
    expect(names.includes('to')).toBe(names.includes('from') && !isSince);
  });
});

it('every list stands in the table, and nothing else', () => {
  expect(Object.keys(LACKS).sort()).toEqual(LISTS.map(({ operationId }) => operationId).sort());
});
