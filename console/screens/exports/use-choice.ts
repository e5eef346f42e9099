import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useTimeZone } from '../../display/time-zone.tsx';
import { useNow } from '../../display/use-now.ts';
import type { FileChoice } from '../../files/reports.ts';
import { dayOf } from '../../reports/days.ts';
import { choiceOf } from './choice.ts';

type Change = Readonly<Partial<Record<keyof FileChoice, string | null>>>;

export interface ChoiceControls {
  readonly choice: FileChoice;
  readonly set: (change: Change) => void;
  readonly today: string;
}

/** What is exported, in the address. */
export function useChoice(): ChoiceControls {
  const [search, setSearch] = useSearchParams();
  const { reporting } = useTimeZone();
  const today = dayOf(useNow(), reporting);
  const set = useCallback(
    (change: Change) =>
      setSearch(
        (now) => {
          for (const [name, value] of Object.entries(change)) {
            if (value === null || value === '') now.delete(name);
            else now.set(name, value);
          }
          return now;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { choice: choiceOf(search, today), set, today };
}
