import { Button } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { Fragment } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Day } from '../../display/day.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Page, Panel } from '../../layout/page.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { useListState } from '../../tables/use-list-state.ts';
import type { Calendar } from './types.ts';

/** On a telephone its end is what matters: beyond it nothing leaves. */
const WIDE = '(min-width: 48rem)';

/** The days on which nothing leaves, by market. */
export function Component() {
  const controls = useListState([]);
  const calendars = useRead('/v1/calendars', { query: { limit: 200 } });
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } });
  const tenant = useTenant();
  const navigate = useNavigate();
  const usersOf = (id: string) =>
    (rules.data?.data.items ?? []).filter((rule) => rule.calendars?.includes(id));
  const columns: readonly Column<Calendar>[] = [
    {
      accessor: 'label',
      title: 'Calendar',
      render: ({ id, label, builtIn }) => (
        <span className={parts.named}>
          <Link to={`/t/${tenant}/calendars/${id}`}>
            <bdi>{label}</bdi>
          </Link>
          <span className={parts.small}>{builtIn === true ? 'built in' : id}</span>
        </span>
      ),
    },
    {
      accessor: 'from',
      title: 'From',
      visibleMediaQuery: WIDE,
      render: ({ from }) => <Day day={from} />,
    },
    { accessor: 'until', title: 'Until', render: ({ until }) => <Day day={until} /> },
    {
      accessor: 'rules',
      title: 'Rules',
      render: ({ id }) => <Users tenant={tenant} rules={usersOf(id)} />,
    },
  ];
  return (
    <Page
      title="Calendars"
      subtitle="Nothing leaves by a rule on a day that one of its calendars closes, or does not know."
      actions={<NewCalendar />}
    >
      <WaitingChanges isOf={({ kind }) => kind === 'calendar'} />
      <Panel title="Calendars" isFlush>
        <Loaded query={calendars} lines={6}>
          {({ items, next, previous }) => (
            <DataTable
              label="Calendars"
              rows={items}
              idOf={({ id }) => id}
              columns={columns}
              controls={controls}
              pages={{ next, previous }}
              onRow={({ id }) => void navigate(`/t/${tenant}/calendars/${id}`)}
              empty={<Empty title="No calendar">Add one for each market that you pay in.</Empty>}
            />
          )}
        </Loaded>
      </Panel>
    </Page>
  );
}

interface UsersProps {
  readonly tenant: string;
  readonly rules: readonly { readonly id: string; readonly label?: string }[];
}

function Users({ tenant, rules }: UsersProps) {
  if (rules.length === 0) return <span className={parts.quiet}>no rule</span>;
  return (
    <span>
      {rules.map(({ id, label }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to={`/t/${tenant}/rules/${id}`}>
            <bdi>{label ?? id}</bdi>
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

function NewCalendar() {
  const may = useMay();
  const tenant = useTenant();
  if (!may('createCalendar')) return null;
  return (
    <Button component={Link} to={`/t/${tenant}/calendars/new`} leftSection={<PlusIcon size={14} />}>
      New calendar
    </Button>
  );
}
