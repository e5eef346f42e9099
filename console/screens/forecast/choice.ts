/** What the forecast is asked for, as it stands in the address. */
export interface Choice {
  readonly days: string;
  readonly flows: 'none' | 'mean';
  readonly approvals: 'given' | 'none';
}

/** The spans that a treasurer plans by; the API takes every number up to the last. */
export const DAYS = [
  { value: '1', label: 'Day' },
  { value: '7', label: 'Week' },
  { value: '14', label: 'Two weeks' },
  { value: '31', label: 'Month' },
] as const;

const DEFAULT_DAYS = '7';

/** An address that names anything else shows what is usual. */
export function choiceOf(search: URLSearchParams): Choice {
  const days = search.get('days');
  return {
    days: DAYS.find(({ value }) => value === days)?.value ?? DEFAULT_DAYS,
    flows: search.get('flows') === 'mean' ? 'mean' : 'none',
    approvals: search.get('approvals') === 'none' ? 'none' : 'given',
  };
}

/** The address of a choice: what is usual is not named. */
export function withChoice(search: URLSearchParams, choice: Choice): URLSearchParams {
  const next = new URLSearchParams(search);
  const usual = { days: DEFAULT_DAYS, flows: 'none', approvals: 'given' } as const;
  for (const name of ['days', 'flows', 'approvals'] as const) {
    if (choice[name] === usual[name]) next.delete(name);
    else next.set(name, choice[name]);
  }
  return next;
}
