import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useRead } from '../../api/use-read.ts';
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

/** Milliseconds between two looks: classes change with the policy, and not by themselves. */
const CLASSES_MS = 60_000;

/** The classes that movements are matched with, also one that only the address knows. */
function useClasses(asked: string | undefined) {
  const rules = useRead('/v1/matching-rules', { query: { limit: 200 } }, { everyMs: CLASSES_MS });
  const known = rules.data?.data.items.map(({ id, label }) => ({ value: id, label })) ?? [];
  const isKnown = asked === undefined || known.some(({ value }) => value === asked);
  return isKnown ? known : [...known, { value: asked, label: asked }];
}

/** Filters of the list, kept in the address. */
export function BreakFilters({ controls }: { readonly controls: ListControls }) {
  const { filters, sort, setFilter, setSort } = controls;
  const overview = useOverview();
  const currencies = overview.data?.data.currencies.map(({ currency }) => currency) ?? [];
  const [currency] = filters.currency ?? [];
  const [explainedAs] = filters.class ?? [];
  const classes = useClasses(explainedAs);
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
      <Select
        label="Class"
        size="xs"
        placeholder="Any"
        clearable
        searchable
        data={classes}
        value={explainedAs ?? null}
        onChange={(chosen) => setFilter('class', chosen === null ? [] : [chosen])}
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
