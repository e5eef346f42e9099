import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { PlusIcon, SearchIcon } from '@primer/octicons-react';
import { Link } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Page, Panel } from '../../layout/page.tsx';
import { useOverview } from '../../layout/shell-state.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { useListState } from '../../tables/use-list-state.ts';
import { filtered } from './filtered.ts';
import { RuleTable } from './rule-table.tsx';
import classes from './rules.module.css';

const FILTERS = ['text', 'currency', 'is'] as const;
const SWITCHED = [
  { value: '', label: 'All' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

/** Every sweep rule: what it does at the moment, when it runs next, and what it has used. */
export function Component() {
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } });
  const spans = useRead('/v1/decisions/spans', { query: { limit: 200 } });
  const changes = useRead('/v1/changes', { query: { state: ['proposed'], limit: 200 } });
  const overview = useOverview();
  return (
    <Page
      title="Rules"
      subtitle="What is above a rule's threshold leaves for its account, within its limits."
      actions={<NewRule />}
    >
      <Panel title="Sweep rules" isFlush>
        <Loaded query={rules} lines={8}>
          {({ items, names }) => (
            <Filtered
              rules={items}
              table={(shown) => (
                <RuleTable
                  rules={shown}
                  accounts={names?.accounts ?? {}}
                  spans={spans.data?.data.items ?? null}
                  changes={changes.data?.data.items ?? []}
                  health={overview.data?.data.health}
                />
              )}
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  );
}

function NewRule() {
  const may = useMay();
  const tenant = useTenant();
  if (!may('createSweepRule')) return null;
  return (
    <Button component={Link} to={`/t/${tenant}/rules/new`} leftSection={<PlusIcon size={14} />}>
      New rule
    </Button>
  );
}

interface FilteredProps {
  readonly rules: Parameters<typeof filtered>[0];
  readonly table: (shown: Parameters<typeof filtered>[0]) => React.ReactNode;
}

function Filtered({ rules, table }: FilteredProps) {
  const { filters, setFilter } = useListState(FILTERS);
  const [text = ''] = filters.text ?? [];
  const [currency] = filters.currency ?? [];
  const [is = ''] = filters.is ?? [];
  const currencies = [...new Set(rules.map((rule) => rule.currency))].sort();
  if (rules.length === 0) {
    return (
      <Empty title="There is no rule yet">
        A rule watches one currency: what stands above its threshold leaves for a registered
        account. "New rule" drafts one; nothing happens before a second person agrees.
      </Empty>
    );
  }
  const shown = filtered(rules, { text, currency, is });
  return (
    <>
      <search className={classes.filters}>
        <TextInput
          aria-label="Search rules"
          placeholder="Name or id"
          leftSection={<SearchIcon size={14} />}
          value={text}
          onChange={({ currentTarget }) => setFilter('text', [currentTarget.value])}
        />
        <Select
          aria-label="Currency"
          placeholder="Any currency"
          clearable
          data={currencies}
          value={currency ?? null}
          onChange={(chosen) => setFilter('currency', chosen === null ? [] : [chosen])}
        />
        <SegmentedControl
          aria-label="Switched on or off"
          size="xs"
          data={SWITCHED}
          value={is}
          onChange={(chosen) => setFilter('is', [chosen])}
        />
      </search>
      {shown.length === 0 ? (
        <Empty title="No rule is like this">Take a filter away to see more.</Empty>
      ) : (
        table(shown)
      )}
    </>
  );
}
