import { Select } from '@mantine/core';
import { useOverview } from '../layout/shell-state.tsx';
import type { ValuedIn } from './use-valued-in.ts';

/** The currency that values are in: the reporting currency, or any that is held; by each snapshot's prices and manual rates. */
export function CurrencyChoice({ into, setInto }: ValuedIn) {
  const overview = useOverview().data?.data;
  const held = overview?.currencies.map(({ currency }) => currency) ?? [];
  const named = [...new Set([...held, ...(into === null ? [] : [into])])].sort();
  return (
    <Select
      className="sluice-screen-only"
      size="xs"
      w="9rem"
      aria-label="Values in"
      placeholder={`In ${overview?.reportingCurrency ?? 'the reporting currency'}`}
      data={named.map((currency) => ({ value: currency, label: `In ${currency}` }))}
      value={into}
      clearable
      onChange={setInto}
    />
  );
}
