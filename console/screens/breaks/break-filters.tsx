import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import parts from '../../display/parts.module.css';
import { useOverview } from '../../layout/shell-state.tsx';
import type { ListControls } from '../../tables/use-list-state.ts';
import { statesOf } from './break-query.ts';
import { STATE_TEXTS, STATES } from './break-texts.ts';

const STATE_CHOICES = STATES.map((state) => ({ value: state, label: STATE_TEXTS[state] }));
const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

/** Filters of the list, kept in the address. */
export function BreakFilters({ controls }: { readonly controls: ListControls }) {
  const { filters, sort, setFilter, setSort } = controls;
  const overview = useOverview();
  const currencies = overview.data?.data.currencies.map(({ currency }) => currency) ?? [];
  const [currency] = filters.currency ?? [];
  const offered = [...new Set([...currencies, ...(filters.currency ?? [])])];
  return (
    <search className={parts.filters}>
      <MultiSelect
        label="State"
        size="xs"
        data={STATE_CHOICES}
        value={[...statesOf(controls)]}
        onChange={(chosen) => setFilter('state', chosen)}
      />
      <Select
        label="Currency"
        size="xs"
        placeholder="Any"
        clearable
        data={offered}
        value={currency ?? null}
        onChange={(chosen) => setFilter('currency', chosen === null ? [] : [chosen])}
      />
      <TextInput
        label="Search"
        size="xs"
        placeholder="Id, cause or comment"
        leftSection={<SearchIcon size={14} />}
        value={filters.text?.[0] ?? ''}
        onChange={({ currentTarget }) => setFilter('text', [currentTarget.value])}
      />
      <TextInput
        label="From"
        size="xs"
        type="date"
        value={filters.from?.[0] ?? ''}
        onChange={({ currentTarget }) => setFilter('from', [currentTarget.value])}
      />
      <TextInput
        label="To, not included"
        size="xs"
        type="date"
        value={filters.to?.[0] ?? ''}
        onChange={({ currentTarget }) => setFilter('to', [currentTarget.value])}
      />
      <Select
        label="Order"
        size="xs"
        data={ORDERS}
        value={sort ?? 'newest'}
        allowDeselect={false}
        onChange={(chosen) => setSort(chosen === 'oldest' ? 'oldest' : null)}
      />
      <Button size="compact-sm" variant="subtle" onClick={() => setFilter('state', STATES)}>
        All states
      </Button>
    </search>
  );
}
