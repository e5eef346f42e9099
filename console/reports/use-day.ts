import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useTimeZone } from '../display/time-zone.tsx';
import { useNow } from '../display/use-now.ts';
import { dayOf, isDay } from './days.ts';

/** A day that a screen looks back at, in its address. */
export interface ChosenDay {
  /** Null: now. */
  readonly day: string | null;
  readonly setDay: (day: string | null) => void;
  /** The day of now, by the calendar of the books. */
  readonly today: string;
}

export function useDay(name: string): ChosenDay {
  const [search, setSearch] = useSearchParams();
  const { reporting } = useTimeZone();
  const today = dayOf(useNow(), reporting);
  const asked = search.get(name);
  const setDay = useCallback(
    (day: string | null) =>
      setSearch((now) => {
        if (day === null) now.delete(name);
        else now.set(name, day);
        return now;
      }),
    [name, setSearch],
  );
  return { day: isDay(asked) && asked <= today ? asked : null, setDay, today };
}
