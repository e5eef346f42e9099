import { Select } from '@mantine/core';
import { useOverview } from '../../layout/shell-state.tsx';

interface CurrencyChoiceProps {
  /** Null: as it was recorded. */
  readonly into: string | null;
  readonly set: (currency: string | null) => void;
}

/** The currency that values are in: as recorded, or any that is held, by each snapshot's prices and manual rates. */
export function CurrencyChoice({ into, set }: CurrencyChoiceProps) {
  const overview = useOverview().data?.data;
  const held = overview?.currencies.map(({ currency }) => currency) ?? [];
  const named = [...new Set([...held, ...(into === null ? [] : [into])])].sort();
  return (
    <Select
      label="Values in"
      placeholder={overview?.reportingCurrency ?? 'the reporting currency'}
      data={named}
      value={into}
      clearable
      onChange={set}
    />
  );
}
