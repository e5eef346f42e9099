import { useOverview } from '../layout/shell-state.tsx';

/** The currencies of the last snapshot. */
export function useCurrencies(): readonly string[] {
  return (useOverview().data?.data.currencies ?? []).map(({ currency }) => currency).toSorted();
}
