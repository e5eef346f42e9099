import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';

/** Where the browser keeps the chosen zone. */
const KEY = 'sluice-time-zone';

interface TimeZoneChoice {
  /** The zone that times are shown in. */
  readonly timeZone: string;
  /** What is chosen; null: that of the books. */
  readonly chosen: string | null;
  readonly choose: (timeZone: string | null) => void;
  /** The zone of the books, once a report has said it. */
  readonly reporting: string;
}

const TimeZoneContext = createContext<TimeZoneChoice | null>(null);

interface TimeZoneProviderProps {
  readonly reporting: string;
  readonly children: ReactNode;
}

/** Times are shown by the clocks of the books unless the person chose others. */
export function TimeZoneProvider({ reporting, children }: TimeZoneProviderProps) {
  const [chosen, setChosen] = useState(() => stored());
  const choose = useCallback((timeZone: string | null) => {
    if (timeZone === null) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, timeZone);
    setChosen(timeZone);
  }, []);
  const value = useMemo(
    () => ({ timeZone: chosen ?? reporting, chosen, choose, reporting }),
    [chosen, choose, reporting],
  );
  return <TimeZoneContext value={value}>{children}</TimeZoneContext>;
}

export function useTimeZone(): TimeZoneChoice {
  const choice = use(TimeZoneContext);
  if (choice === null) throw new Error('there is no TimeZoneProvider around this');
  return choice;
}

function stored(): string | null {
  const zone = window.localStorage.getItem(KEY);
  if (zone === null) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    return null;
  }
}
