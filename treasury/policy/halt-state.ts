import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

/**
 * Currencies halted one by one at most. Halting one more halts everything: the item stays small, and no attacker can
 * fill it up so that the next halt does not fit.
 */
export const MAX_HALTED_CURRENCIES = 100;

/** Halts that wait for their place in the audit log, with their comments, at most. Of more, the number is kept. */
export const MAX_UNAUDITED = 20;

/** Characters of the comment kept with each currency; the whole comment is in the audit log. */
export const MAX_CURRENCY_COMMENT = 200;

/**
 * What Sluice halts everything for by itself. tampering: something else has written to the ledger. anomaly: the service did other
 * than it was asked. contradicted-settlement: its answer contradicts what people, or the balances, had settled.
 */
export const HALT_TRIGGERS = ['tampering', 'anomaly', 'contradicted-settlement'] as const;
export type HaltTrigger = (typeof HALT_TRIGGERS)[number];

const byPerson = () => ({ at: instant, by: z.string(), comment: z.string() });
const bySluice = () => ({
  at: instant,
  by: z.string(),
  trigger: z.enum(HALT_TRIGGERS),
  /** What it found: a fact of `treasury/facts/halt-facts.ts`, which stands in a higher layer. */
  found: z.looseObject({ code: z.string() }),
});

export const personsHaltSchema = record(byPerson);

export const haltCauseSchema = z.union([personsHaltSchema, record(bySluice)]);

/** The author of the halt, its time, and the comment; or what Sluice found that halts by itself. */
export type HaltCause = Stored<typeof haltCauseSchema>;

const act = () => ({
  /** Its own id, so that the audit log takes it once. */
  id: z.string(),
  requestId: z.string(),
  /** Absent: everything. */
  currency: z.exactOptional(z.string()),
});

const haltActSchema = z.union([
  record(() => ({ ...byPerson(), ...act() })),
  record(() => ({ ...bySluice(), ...act() })),
]);

/** One halt, by a person or by Sluice itself. */
export type HaltAct = Stored<typeof haltActSchema>;

export const resumptionSchema = record(() => ({
  /** The state that both people saw. */
  generation: z.int().check(z.nonnegative()),
  /** The generation that follows: every halt before it that is not in `left` has ended. */
  next: z.int().check(z.positive()),
  /** Absent: everything. */
  currency: z.exactOptional(z.string()),
  by: z.string(),
  approvedBy: z.string(),
  at: instant,
  comment: z.string(),
  /** The proposal that was approved. */
  changeId: z.string(),
  /** The halts that remain when it is written. */
  left: record(() => ({ everything: z.boolean(), currencies: z.array(z.string()) })),
  /** Without a valid one, nothing has ended. */
  seal: z.exactOptional(sealSchema),
}));

/** As shown to people: the seal is no part of that. */
export const shownResumptionSchema = record(() => z.omit(resumptionSchema, { seal: true }).shape);

/** The agreement of two people: which halt is over, and which halts remain. */
export type Resumption = Stored<typeof resumptionSchema>;

/** The part of a halt that decides whether money may leave. */
export type Halting = Pick<HaltState, 'mode' | 'because' | 'currencies'>;

/** Fields that the one write that halts never wrote are absent: nothing waits, nothing is beyond. */
export const haltSchema = record(() => ({
  tenant: z.string(),
  /** From 1; for a tenant that was never halted it is 0, and nothing is stored. */
  generation: z.int().check(z.positive()),
  mode: z.enum(['live', 'halted']),
  /** Why everything is halted. */
  because: z.exactOptional(haltCauseSchema),
  /** Currencies that are halted by themselves. */
  currencies: z.record(z.string(), haltCauseSchema),
  /** The last resumption. */
  resumed: z.exactOptional(resumptionSchema),
  /** Halts that are not in the audit log yet, oldest first. */
  unaudited: z._default(z.array(haltActSchema), []),
  /** Halts of which only the number was kept. */
  unkept: z._default(z.int().check(z.nonnegative()), 0),
}));

/**
 * The kill switch: an item of its own, beside the policy, which can be written without reading anything and which
 * nothing else can make fail. Every halt and every resumption is another generation; each claim names the one it was
 * decided on.
 */
export type HaltState = Stored<typeof haltSchema>;

/** This tenant was never halted. */
export function neverHalted(tenant: string): HaltState {
  return { tenant, generation: 0, mode: 'live', currencies: {}, unaudited: [], unkept: 0 };
}

/** How to go on where the halt itself cannot be read. */
export const HALT_UNREADABLE =
  'The item of the halt cannot be read. Halt once more, which writes it anew, and resume.';

/**
 * Stands for a halt whose item cannot be read: everything is halted, and nothing of the item is believed, its moment
 * neither. Generation 0 is never stored halted: whatever asserts it or follows it is refused.
 */
export function unreadableHalt(tenant: string): HaltState {
  const because = { at: BEFORE_ALL, by: 'sluice', comment: HALT_UNREADABLE };
  return { ...neverHalted(tenant), mode: 'halted', because };
}

export function isUnreadableHalt({ generation, mode }: HaltState): boolean {
  return generation === 0 && mode === 'halted';
}

const BEFORE_ALL: Instant = '0000-01-01T00:00:00.000Z';

/** The state after a halt: the store does the very same in one write that reads nothing. */
export function haltedBy(state: HaltState, act: HaltAct): HaltState {
  const cause = causeOf(act);
  const room = state.unaudited.length < MAX_UNAUDITED;
  const next: HaltState = {
    ...state,
    generation: state.generation + 1,
    unaudited: room ? [...state.unaudited, act] : state.unaudited,
    unkept: room ? state.unkept : state.unkept + 1,
  };
  if (act.currency === undefined || !fits(state, act.currency)) {
    return { ...next, mode: 'halted', because: cause };
  }
  return { ...next, currencies: { ...state.currencies, [act.currency]: currencyCause(act) } };
}

function fits({ currencies }: Halting, currency: string): boolean {
  return (
    Object.hasOwn(currencies, currency) || Object.keys(currencies).length < MAX_HALTED_CURRENCIES
  );
}

export function causeOf(halted: HaltCause): HaltCause {
  const { at, by } = halted;
  if ('comment' in halted) return { at, by, comment: halted.comment };
  return { at, by, trigger: halted.trigger, found: halted.found };
}

/** As it is stored with a currency: with the beginning of its comment. */
export function currencyCause(cause: HaltCause): HaltCause {
  const kept = causeOf(cause);
  if (!('comment' in kept)) return kept;
  return { ...kept, comment: kept.comment.slice(0, MAX_CURRENCY_COMMENT) };
}

/** The state after two people's resumption, which must still be sealed. */
export function resumedBy(
  state: HaltState,
  resumption: Omit<Resumption, 'left' | 'generation' | 'next' | 'seal'>,
  next: number = state.generation + 1,
): HaltState & { readonly resumed: Resumption } {
  const { currency } = resumption;
  const { because, currencies, generation, ...rest } = state;
  const everything = currency === undefined;
  const stays = everything ? currencies : without(currencies, currency);
  const mode = everything ? 'live' : state.mode;
  const left = { everything: mode === 'halted', currencies: Object.keys(stays).sort() };
  return {
    ...rest,
    mode,
    currencies: stays,
    generation: next,
    ...(everything || because === undefined ? {} : { because }),
    resumed: { ...resumption, generation, next, left },
  };
}

function without(
  currencies: HaltState['currencies'],
  currency: string,
): Readonly<Record<string, HaltCause>> {
  return Object.fromEntries(Object.entries(currencies).filter(([code]) => code !== currency));
}

/** The state without the halt that waited longest for the audit log. */
export function withoutOldestAct(state: HaltState): HaltState {
  return { ...state, unaudited: state.unaudited.slice(1) };
}

/** Why a currency is halted: everything is, or it alone; null if it is not. */
export function haltOf(
  { mode, because, currencies }: Halting,
  currency: string,
): HaltSummary | null {
  if (mode === 'halted') return summaryOf(true, because);
  const own = Object.hasOwn(currencies, currency) ? currencies[currency] : undefined;
  return own === undefined ? null : summaryOf(false, own);
}

/** As it is told with every rule and instruction: what Sluice found is read with the halt itself. */
export function summaryOf(everything: boolean, because: HaltCause | undefined): HaltSummary {
  if (because === undefined) return { everything };
  const { by, at } = because;
  const why = 'comment' in because ? { comment: because.comment } : { trigger: because.trigger };
  return { everything, because: { by, at, ...why } };
}

export interface HaltSummary {
  readonly everything: boolean;
  readonly because?: {
    readonly by: string;
    readonly at: Instant;
    readonly comment?: string;
    readonly trigger?: HaltTrigger;
  };
}
