import { Button, Select, TextInput } from '@mantine/core';
import { PlusIcon, SearchIcon } from '@primer/octicons-react';
import { Link } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Page, Panel } from '../../layout/page.tsx';
import { useOverview } from '../../layout/shell-state.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { type ListControls, useListState } from '../../tables/use-list-state.ts';
import { ACCOUNT_STATES } from './account-state.ts';
import { AccountTable } from './account-table.tsx';

const FILTERS = ['text', 'currency', 'state'] as const;

/** Fewer letters are refused by the API: the search begins with the second. */
const SHORTEST_TEXT = 2;

/** The only places that money can go to. */
export function Component() {
  const controls = useListState(FILTERS);
  const { filters, cursor } = controls;
  const [text = ''] = filters.text ?? [];
  const [currency] = filters.currency ?? [];
  const [state] = filters.state ?? [];
  const query = {
    limit: 200,
    ...(text.trim().length >= SHORTEST_TEXT && { text: text.trim() }),
    ...(currency !== undefined && { currency }),
    ...(cursor !== null && { cursor }),
  };
  const accounts = useRead('/v1/accounts', { query }, { keepsPrevious: true });
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } });
  return (
    <Page
      title="Accounts"
      subtitle="Money leaves only to accounts that two people have registered here."
      actions={<Register />}
    >
      <WaitingChanges isOf={({ kind }) => kind === 'account'} />
      <Panel title="Registered accounts" isFlush>
        <Filters controls={controls} />
        <Loaded query={accounts} lines={8}>
          {(page) => (
            <AccountTable
              page={page}
              state={state}
              rules={rules.data?.data.items ?? null}
              controls={controls}
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  );
}

function Register() {
  const may = useMay();
  const tenant = useTenant();
  if (!may('createAccount')) return null;
  return (
    <Button component={Link} to={`/t/${tenant}/accounts/new`} leftSection={<PlusIcon size={14} />}>
      Register an account
    </Button>
  );
}

const STATE_CHOICES = ACCOUNT_STATES.filter((state) => state !== 'deleted').map((state) => ({
  value: state,
  label: { active: 'Active', 'cooling-off': 'Cooling off', inactive: 'Switched off' }[state],
}));

function Filters({ controls }: { readonly controls: ListControls }) {
  const { filters, setFilter } = controls;
  const overview = useOverview();
  const held = overview.data?.data.currencies.map(({ currency }) => currency) ?? [];
  const currencies = [...new Set([...held, ...(filters.currency ?? [])])].sort();
  return (
    <search className={parts.filters}>
      <TextInput
        label="Search"
        size="xs"
        placeholder="Name or id"
        leftSection={<SearchIcon size={14} />}
        value={filters.text?.[0] ?? ''}
        onChange={({ currentTarget }) => setFilter('text', [currentTarget.value])}
      />
      <Select
        label="Currency"
        size="xs"
        placeholder="Any"
        clearable
        data={currencies}
        value={filters.currency?.[0] ?? null}
        onChange={(chosen) => setFilter('currency', chosen === null ? [] : [chosen])}
      />
      <Select
        label="State"
        size="xs"
        placeholder="Any"
        clearable
        data={STATE_CHOICES}
        value={filters.state?.[0] ?? null}
        onChange={(chosen) => setFilter('state', chosen === null ? [] : [chosen])}
      />
    </search>
  );
}
