import * as z from 'zod/mini';
import { coded, type Stored } from '../records/record.ts';

/** Why a text is no token of the service's. It is never repeated: it may be one. */
export const tokenFaultSchema = z.discriminatedUnion('code', [
  coded('empty'),
  coded('other-form'),
  coded('other-length', () => ({ least: z.int(), most: z.int(), length: z.int() })),
  coded('other-characters'),
]);

export type TokenFault = Stored<typeof tokenFaultSchema>;

const inSecret = () => ({ secret: z.string() });

/** There is no token to ask with. */
const WITHOUT_TOKEN = [
  coded('secret-empty', inSecret),
  coded('secret-without-token', () => ({ ...inSecret(), fault: tokenFaultSchema })),
  /** `error`: the name of the provider's error alone, whose words could repeat what they were given. */
  coded('secret-unreadable', () => ({ ...inSecret(), error: z.string() })),
] as const;

export const withoutTokenSchema = z.discriminatedUnion('code', WITHOUT_TOKEN);

export type WithoutToken = Stored<typeof withoutTokenSchema>;

/** Until nothing stands in the way of a request. */
export const OPENING_STEPS = ['look-up', 'connect', 'handshake'] as const;
export type OpeningStep = (typeof OPENING_STEPS)[number];

export const GIVEN_UP_WHEN = [
  'before-opening',
  ...OPENING_STEPS,
  'before-sending',
  'waiting',
] as const;
export type GivenUpWhen = (typeof GIVEN_UP_WHEN)[number];

const step = () => ({ step: z.enum(OPENING_STEPS) });
const afterMs = () => ({ afterMs: z.int() });

/** The part of an answer that had come. */
const begun = () => ({ status: z.int(), bytes: z.int() });

export const unansweredSchema = z.discriminatedUnion('code', [
  ...WITHOUT_TOKEN,
  coded('unwritable'),
  coded('amount-unfit'),
  coded('too-late', () => ({ sendBy: z.string() })),
  coded('given-up', () => ({ when: z.enum(GIVEN_UP_WHEN) })),
  coded('not-open', () => ({ ...afterMs(), ...step() })),
  coded('closed-in', step),
  coded('closed-unused'),
  coded('not-begun', afterMs),
  coded('not-complete', afterMs),
  coded('closed'),
  /** What the system says of an error, quoted: its name for it, if it has one, and its words. */
  coded('error', () => ({ name: z.exactOptional(z.string()), said: z.string() })),
  /** Of an answer that had begun. */
  coded('encoded', () => ({ coding: z.string(), ...begun() })),
  coded('too-large', () => ({ most: z.int(), ...begun() })),
  coded('broken-off', begun),
]);

/** Why a request has no complete answer, as its client saw it. `facts/sentences` says it. */
export type Unanswered = Stored<typeof unansweredSchema>;
