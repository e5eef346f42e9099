import * as z from 'zod/mini';
import { coded, record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { unansweredSchema } from './unanswered.ts';

/** How the end of a request came, as its client saw it. */
export const cameSchema = z.discriminatedUnion('code', [
  /** `form`: what the service calls the form of its answer; empty if it does not say. */
  coded('answered', () => ({ status: z.int(), form: z.string() })),
  /** `error`: the client's name of it. `begun`: something of the request may have left. */
  coded('unanswered', () => ({
    error: z.string(),
    begun: z.boolean(),
    why: unansweredSchema,
  })),
]);

export type Came = Stored<typeof cameSchema>;

/** What an answer says of its own outcome. Texts in it are the service's own, bounded by its client. */
export const statedFactSchema = z.discriminatedUnion('code', [
  coded('denies-success'),
  /** A field that speaks of a failure by being there. */
  coded('holds', () => ({ name: z.string(), value: z.exactOptional(z.string()) })),
  coded('state', () => ({ word: z.string(), isListed: z.boolean() })),
  coded('state-no-word'),
  /** A field that says with `false` that an end has not come yet. */
  coded('not-yet', () => ({ name: z.string() })),
]);

export type StatedFact = Stored<typeof statedFactSchema>;

/** Why what an answer says of a trade's execution cannot be relied on. */
export const FILL_PROBLEMS = [
  'amount-unreadable',
  'no-amount',
  'price-unreadable',
  'zero-amount',
  'zero-price',
] as const;
export type FillProblem = (typeof FILL_PROBLEMS)[number];

/** What should stand at a place of an answer. */
export const EXPECTED_KINDS = ['list', 'object', 'text', 'uuid', 'decimal', 'other'] as const;
export type ExpectedKind = (typeof EXPECTED_KINDS)[number];

const compared = () => ({ asked: z.string(), answered: z.string() });
const most = () => ({ most: z.int() });
const ofId = () => ({ id: z.string() });
const limit = () => ({ side: z.string(), limit: z.string() });

/** Nothing was sent, by Sluice's own decision between the claim and the sending. */
const OWN_STOPS = [
  coded('past-send-by', () => ({ sendBy: instant })),
  coded('halt-unreadable'),
  coded('halt-changed', () => ({ generation: z.int(), claimed: z.int() })),
] as const;

export type OwnStop = Stored<(typeof OWN_STOPS)[number]>;

/** An answer that cannot be read. */
const UNREAD = [
  coded('too-long', most),
  coded('too-deep', most),
  coded('name-twice', () => ({ name: z.string() })),
  coded('not-withdrawals', () => ({
    /** Names on the way to it, joined by dots; empty: the whole answer. */
    at: z.string(),
    expected: z.enum(EXPECTED_KINDS),
  })),
  coded('too-many-withdrawals', () => ({ count: z.int(), ...most() })),
  coded('no-object'),
  coded('empty-object'),
  coded('other-types', () => ({ fields: z.array(z.string()) })),
] as const;

/** Of withdrawals. */
const ABOUT_WITHDRAWALS = [
  coded('no-withdrawal'),
  coded('repeated-withdrawal', ofId),
  coded('other-account', compared),
  coded('other-destination', () => ({
    path: z.string(),
    expected: z.string(),
    answered: z.string(),
    by: z.enum(['registered', 'earlier-answer']),
  })),
  coded('other-currency', compared),
  coded('no-amount', () => ({ amount: z.string() })),
  coded('other-amount', compared),
  /** Created more than so many hours from the request. */
  coded('other-time', () => ({ ...ofId(), createdAt: z.string(), hours: z.int() })),
  coded('destination-unreadable', () => ({ path: z.string() })),
  coded('network-unconfirmed', () => ({ registered: z.string(), answered: z.string() })),
  coded('amount-net', compared),
  coded('amount-cut', () => ({ ...compared(), digits: z.int() })),
] as const;

/** The names of a trade's fields that would be accepted, for people to confirm. */
const proposedSchema = record(() => ({
  instrumentAt: z.exactOptional(z.string()),
  sideAt: z.exactOptional(z.string()),
  amountAt: z.exactOptional(z.string()),
  idAt: z.exactOptional(z.string()),
  idForm: z.exactOptional(z.string()),
}));

const ABOUT_TRADES = [
  coded('other-trade', () => ({
    field: z.enum(['instrument', 'side', 'amount', 'executed']),
    ...compared(),
  })),
  coded('filled-worse', () => ({ ...limit(), base: z.string(), exchanged: z.string() })),
  coded('priced-worse', () => ({ ...limit(), price: z.string() })),
  coded('fills-unreadable', () => ({ problem: z.enum(FILL_PROBLEMS) })),
  coded('filled-in-part', () => ({ asked: z.string(), executed: z.string() })),
  coded('remains'),
  coded('amount-no-decimal', () => ({ seen: z.string() })),
  coded('other-spelling', compared),
  coded('not-proven', () => ({ proposed: z.exactOptional(proposedSchema) })),
] as const;

export const answerFactSchema = z.discriminatedUnion('code', [
  ...OWN_STOPS,
  ...UNREAD,
  ...ABOUT_WITHDRAWALS,
  ...ABOUT_TRADES,
  coded('answered-before', () => ({ of: z.enum(['withdrawal', 'trade']), ...ofId() })),
  coded('stated', () => ({ stated: statedFactSchema })),
  /** The sender stopped before it could record what became of the request. */
  coded('not-recorded'),
]);

/**
 * What Sluice finds in an answer, or why there is none: a code with its values. Beside it stands the answer itself, quoted.
 * `facts/sentences/say/say-answer.ts` says it.
 */
export type AnswerFact = Stored<typeof answerFactSchema>;
