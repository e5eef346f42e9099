import { Button, Checkbox, MultiSelect, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ColumnsIcon, SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useRead } from '../api/use-read.ts';
import type { InstructionList } from '../approving/instruction.ts';
import { useOverview } from '../layout/shell-state.tsx';
import type { ListControls } from '../tables/use-list-state.ts';
import { type ColumnName, columnsOf } from './columns.ts';
import classes from './instructions.module.css';
import { STATES } from './states.ts';

/** Milliseconds after the last key until the list is asked again. */
const TYPING_MS = 300;

/** The API searches for two characters or more. */
const LEAST_TEXT = 2;

/** Filters of each list, by the names that the API and the address have for them. */
export const FILTERS = {
  withdrawals: [
    'state',
    'text',
    'currency',
    'account',
    'rule',
    'reference',
    'from',
    'to',
    'columns',
  ],
  trades: ['state', 'text', 'currency', 'instrument', 'reference', 'from', 'to', 'columns'],
} as const satisfies Readonly<Record<InstructionList, readonly string[]>>;

interface ListFiltersProps {
  readonly list: InstructionList;
  readonly controls: ListControls;
  readonly columns: readonly ColumnName[];
  readonly setColumns: (columns: readonly ColumnName[]) => void;
}

/** What a list is narrowed to, its order and its columns: all of it stands in the address. */
export function ListFilters({ list, controls, columns, setColumns }: ListFiltersProps) {
  const { filters, sort, setFilter, setSort } = controls;
  const overview = useOverview().data?.data;
  const one = (name: string) => filters[name]?.[0] ?? null;
  const choose = (name: string) => (value: string | null) =>
    setFilter(name, value === null ? [] : [value]);
  const currencies = overview?.currencies.map(({ currency }) => currency) ?? [];
  return (
    <search className={classes.filters}>
      <SearchText value={one('text') ?? ''} onChange={(text) => setFilter('text', [text])} />
      <MultiSelect
        size="xs"
        aria-label="States"
        placeholder={filters.state === undefined ? 'Any state' : ''}
        data={Object.entries(STATES).map(([value, label]) => ({ value, label }))}
        value={[...(filters.state ?? [])]}
        onChange={(states) => setFilter('state', states)}
        clearable
        searchable
        className={classes.wideFilter ?? ''}
      />
      <Choice
        label="Currency"
        all="Any currency"
        data={withChosen(currencies, one('currency'))}
        value={one('currency')}
        onChange={choose('currency')}
      />
      {list === 'withdrawals' ? (
        <AccountAndRule one={one} choose={choose} />
      ) : (
        <Instrument value={one('instrument')} onChange={choose('instrument')} />
      )}
      <DateFilter label="From" value={one('from')} onChange={choose('from')} />
      <DateFilter label="Before" value={one('to')} onChange={choose('to')} />
      <Select
        size="xs"
        aria-label="Order"
        data={[
          { value: 'newest', label: 'Newest first' },
          { value: 'oldest', label: 'Oldest first' },
        ]}
        value={sort ?? 'newest'}
        onChange={(value) => setSort(value === 'newest' ? null : value)}
        allowDeselect={false}
        className={classes.filter ?? ''}
      />
      <ColumnMenu list={list} columns={columns} setColumns={setColumns} />
    </search>
  );
}

/** A value that the address names is a choice, whether or not it is known here. */
function withChosen(values: readonly string[], chosen: string | null): string[] {
  return chosen === null || values.includes(chosen) ? [...values] : [...values, chosen];
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly data: readonly (string | { readonly value: string; readonly label: string })[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, all, data, value, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder={all}
      data={data.map((each) => (typeof each === 'string' ? { value: each, label: each } : each))}
      value={value}
      onChange={onChange}
      clearable
      searchable
      className={classes.filter ?? ''}
    />
  );
}

interface ListChoices {
  readonly one: (name: string) => string | null;
  readonly choose: (name: string) => (value: string | null) => void;
}

function AccountAndRule({ one, choose }: ListChoices) {
  const accounts = useRead('/v1/accounts', { query: { limit: 200 } }, { isPolled: false });
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } }, { isPolled: false });
  const toAccounts = (accounts.data?.data.items ?? []).map(({ id, label }) => ({
    value: id,
    label,
  }));
  const ofRules = (rules.data?.data.items ?? []).map(({ id, label }) => ({
    value: id,
    label: label ?? id,
  }));
  return (
    <>
      <Choice
        label="Account"
        all="Any account"
        data={toAccounts}
        value={one('account')}
        onChange={choose('account')}
      />
      <Choice
        label="Rule"
        all="Any rule"
        data={ofRules}
        value={one('rule')}
        onChange={choose('rule')}
      />
    </>
  );
}

function Instrument({ value, onChange }: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const controls = useRead('/v1/controls', undefined, { isPolled: false });
  return (
    <Choice
      label="Instrument"
      all="Any instrument"
      data={withChosen(controls.data?.data.trades.instruments ?? [], value)}
      value={value}
      onChange={onChange}
    />
  );
}

interface DateFilterProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** A day by the clocks of the books; the browser's own field knows the locale and the keyboard. */
function DateFilter({ label, value, onChange }: DateFilterProps) {
  return (
    <TextInput
      size="xs"
      type="date"
      aria-label={label}
      leftSection={<span className={classes.quiet}>{label}</span>}
      leftSectionWidth="4rem"
      value={value?.slice(0, 10) ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : currentTarget.value)
      }
      className={classes.dateFilter ?? ''}
    />
  );
}

interface SearchTextProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function SearchText({ value, onChange }: SearchTextProps) {
  // What is being typed; null where the address says it.
  const [typed, setTyped] = useState<string | null>(null);
  const later = useDebouncedCallback((text: string) => {
    if (text.length >= LEAST_TEXT || text === '') onChange(text);
  }, TYPING_MS);
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label="Search"
      placeholder="Id, label or comment"
      leftSection={<SearchIcon size={12} />}
      value={typed ?? value}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        later(currentTarget.value.trim());
      }}
      onBlur={() => {
        later.flush();
        setTyped(null);
      }}
      className={classes.wideFilter ?? ''}
    />
  );
}

function ColumnMenu({ list, columns, setColumns }: Omit<ListFiltersProps, 'controls'>) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<ColumnsIcon size={14} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {columnsOf(list)
            .slice(1)
            .map(({ name, text }) => {
              const isShown = columns.includes(name);
              const next = isShown ? columns.filter((each) => each !== name) : [...columns, name];
              return (
                <Checkbox
                  key={name}
                  size="xs"
                  label={text}
                  checked={isShown}
                  onChange={() => setColumns(next)}
                />
              );
            })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
