import * as z from 'zod/mini';
import { coded, type Stored } from '../records/record.ts';
import { statedFactSchema } from './answer-fact.ts';
import { answerShapeSchema } from './answer-shape.ts';
import { unreadableWhySchema } from './unreadable.ts';

/*
 * What a decoder could not understand in an answer with balances or prices. Names and texts in it are the service's own,
 * cleaned and bounded by the decoder. `facts/sentences/say/say-content.ts` says it.
 */

const seen = () => ({ seen: answerShapeSchema });
const named = () => ({ name: z.string() });
const most = () => ({ most: z.int() });
const states = () => coded('states-failure', () => ({ stated: statedFactSchema }));

const ofPrice = () => ({ ...seen(), field: z.enum(['bid', 'ask']) });

export const priceFaultSchema = z.discriminatedUnion('code', [
  coded('case-alone', () => ({
    names: z.array(z.string()),
    /** So many of them are not named. Absent: all of them are. */
    more: z.exactOptional(z.int()),
  })),
  /** Of a name that is not BASE/QUOTE. */
  coded('other-form'),
  states(),
  coded('no-object', seen),
  coded('no-decimal', ofPrice),
  coded('not-positive', ofPrice),
  coded('crossed'),
]);

/** Why an entry is no price. */
export type PriceFault = Stored<typeof priceFaultSchema>;

const balancesFaultSchema = z.discriminatedUnion('code', [
  coded('no-entries'),
  /** The name of a wrapper with nothing in it. */
  coded('null-wrapper', named),
  coded('two-wrappers', () => ({ names: z.array(z.string()) })),
  coded('beside-wrapper', () => ({ ...named(), wrapper: z.string() })),
  /** An item of a list. */
  coded('unnamed-item'),
  coded('too-many', most),
  coded('no-currency', named),
  coded('unreadable', () => ({ ...named(), why: unreadableWhySchema })),
]);

/** Why an answer holds no balances. */
export type BalancesFault = Stored<typeof balancesFaultSchema>;

export const contentFaultSchema = z.discriminatedUnion('code', [
  /** It is understood, and says itself that it failed. */
  states(),
  /** `name`: of what says so. */
  coded('further-pages', () => ({ ...named(), by: z.enum(['field', 'header']) })),
  coded('no-balances', () => ({ why: balancesFaultSchema, ...seen() })),
  coded('not-by-instrument', seen),
  coded('too-many-instruments', most),
  /** No entry is a price: the first of them. */
  coded('no-price', () => ({ instrument: z.string(), why: priceFaultSchema })),
]);

/** What is wrong with an answer with balances or prices. */
export type ContentFault = Stored<typeof contentFaultSchema>;
