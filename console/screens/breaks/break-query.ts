import type { ListState } from '../../tables/url-state.ts';
import { type BreakState, STATES, TO_DECIDE } from './break-texts.ts';
import type { BreakSet } from './types.ts';

export const FILTERS = ['state', 'currency', 'class', 'text', 'from', 'to'] as const;

export function isBreakState(text: string): text is BreakState {
  return STATES.some((state) => state === text);
}

/** The states that the address asks for; what a person still has to look at, where it asks for none. */
export function statesOf({ filters }: Pick<ListState, 'filters'>): readonly BreakState[] {
  const asked = (filters.state ?? []).filter(isBreakState);
  return asked.length === 0 ? TO_DECIDE : asked;
}

/** Fewer letters are refused by the API: the search begins with the second. */
const SHORTEST_TEXT = 2;

interface Narrowed {
  readonly currency?: string;
  readonly text?: string;
}

function narrowed({ filters }: Pick<ListState, 'filters'>): Narrowed {
  const [currency] = filters.currency ?? [];
  const text = (filters.text?.[0] ?? '').trim();
  return {
    ...(currency !== undefined && { currency }),
    ...(text.length >= SHORTEST_TEXT && { text }),
  };
}

/** What the list asks the API for. */
export function queryOfFilters(state: ListState) {
  const { filters, sort, cursor } = state;
  const [explainedAs] = filters.class ?? [];
  const [from] = filters.from ?? [];
  const [to] = filters.to ?? [];
  return {
    ...narrowed(state),
    state: [...statesOf(state)],
    ...(explainedAs !== undefined && { class: explainedAs }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(sort === 'oldest' && { sort: 'oldest' as const }),
    ...(cursor !== null && { cursor }),
  };
}

/**
 * The set that a decision about everything that matches names; null where the API has no such set: it is of one state
 * that can be decided, and neither of dates nor of one class.
 */
export function setOfFilters(state: ListState): NonNullable<BreakSet['filter']> | null {
  const [only, ...others] = statesOf(state);
  const { from, to, class: explainedAs } = state.filters;
  const isNarrower = [from, to, explainedAs].some((filter) => filter !== undefined);
  if (only === undefined || only === 'closed' || others.length > 0 || isNarrower) return null;
  return { ...narrowed(state), state: only };
}
