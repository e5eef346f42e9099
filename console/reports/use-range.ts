import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { isRangeName, type RangeName } from './ranges.ts';

const RANGE = 'range';

/** How far back a screen looks, in its address. */
export function useRange(): {
  readonly range: RangeName;
  readonly setRange: (range: RangeName) => void;
} {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(RANGE);
  const setRange = useCallback(
    (range: RangeName) =>
      setSearch(
        (now) => {
          now.set(RANGE, range);
          return now;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { range: isRangeName(asked) ? asked : 'month', setRange };
}
