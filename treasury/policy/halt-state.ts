import type { Seal } from '../seals/seal.ts';
import type { Instant } from '../time/instant.ts';

/** Currencies halted one by one at most. Whoever halts one more halts everything: the item stays small, and
 * nobody can fill it up so that the next halt does not fit. */
export const MAX_HALTED_CURRENCIES = 100;

/** Halts that wait for their place in the audit log, with their words, at most. Of more, the number is kept. */
export const MAX_UNAUDITED = 20;

/** Characters of the words kept with each currency; all of them are in the audit log. */
export const MAX_CURRENCY_WORDS = 200;

/** Who halted, when, and why. */
export interface HaltCause {
  readonly at: Instant;
  readonly by: string;
  readonly words: string;
}

/** One halt as somebody, or Sluice itself, brought it about. */
export interface HaltAct extends HaltCause {
  /** Its own, so that the audit log takes it once. */
  readonly id: string;
  readonly requestId: string;
  /** Absent: everything. */
  readonly currency?: string;
}

/** What two people agreed on: which halt is over, and what stays halted. */
export interface Resumption {
  /** The state that both saw. */
  readonly generation: number;
  /** The generation that it made of it: whatever was halted before that, and is not `left`, has ended. */
  readonly next: number;
  /** Absent: everything. */
  readonly currency?: string;
  readonly by: string;
  readonly approvedBy: string;
  readonly at: Instant;
  readonly words: string;
  /** The proposal that was approved. */
  readonly changeId: string;
  /** What stays halted when it is written. */
  readonly left: { readonly everything: boolean; readonly currencies: readonly string[] };
  /** Without one that holds, nothing has ended. */
  readonly seal?: Seal;
}

/** What of a halt decides whether money may leave. */
export interface Halting {
  readonly mode: 'live' | 'halted';
  /** Why everything is halted. */
  readonly because?: HaltCause;
  /** Currencies that are halted by themselves. */
  readonly currencies: Readonly<Record<string, HaltCause>>;
}

/**
 * The kill switch: an item of its own, beside the policy, that nothing has to be read for and nothing else can
 * make fail. Every halt and every resumption is another generation; each claim names the one it was decided on.
 */
export interface HaltState extends Halting {
  readonly client: string;
  /** 0: never halted. */
  readonly generation: number;
  /** The last resumption. */
  readonly resumed?: Resumption;
  /** Halts that are not in the audit log yet, oldest first. */
  readonly unaudited: readonly HaltAct[];
  /** Halts of which only the number was kept. */
  readonly unkept: number;
}

/** Nobody ever halted this client. */
export function neverHalted(client: string): HaltState {
  return { client, generation: 0, mode: 'live', currencies: {}, unaudited: [], unkept: 0 };
}

/** What a halt makes of the state: the store does the very same in one write that reads nothing. */
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

export function causeOf({ at, by, words }: HaltCause): HaltCause {
  return { at, by, words };
}

/** As it stands with a currency: with the beginning of its words. */
export function currencyCause({ at, by, words }: HaltCause): HaltCause {
  return { at, by, words: words.slice(0, MAX_CURRENCY_WORDS) };
}

/** What the word of two people makes of the state, which must still be sealed. */
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

/** Why a currency is halted: everything is, or it alone; null where it is not. */
export function haltOf({ mode, because, currencies }: Halting, currency: string): HaltWords | null {
  if (mode === 'halted') return { everything: true, ...(because === undefined ? {} : { because }) };
  const own = Object.hasOwn(currencies, currency) ? currencies[currency] : undefined;
  return own === undefined ? null : { everything: false, because: own };
}

export interface HaltWords {
  readonly everything: boolean;
  readonly because?: HaltCause;
}
