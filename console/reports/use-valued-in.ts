import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const IN = 'in';
const CODE = /^[A-Za-z0-9]{1,20}$/;

/** The currency that a screen's values are in, in its address. */
export interface ValuedIn {
  /** Null: the reporting currency. */
  readonly into: string | null;
  readonly setInto: (currency: string | null) => void;
}

export function useValuedIn(): ValuedIn {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(IN);
  const setInto = useCallback(
    (currency: string | null) =>
      setSearch((now) => {
        if (currency === null) now.delete(IN);
        else now.set(IN, currency);
        return now;
      }),
    [setSearch],
  );
  return { into: asked !== null && CODE.test(asked) ? asked.toUpperCase() : null, setInto };
}

/** What a read asks for, so that its values are in this currency. */
export function queryIn(into: string | null): { readonly in?: string } {
  return into === null ? {} : { in: into };
}
