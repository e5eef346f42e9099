import { TextInput } from '@mantine/core';
import type { components } from '@sluice/client';
import { useRead } from '../../api/use-read.ts';
import { personName } from '../../approving/instruction.ts';
import { Empty } from '../../display/empty.tsx';
import { Identifier } from '../../display/identifier.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { useListState } from '../../tables/use-list-state.ts';

type Denial = components['schemas']['Denials'];

const FILTERS = ['by', 'from', 'to'] as const;
const WIDE = '(min-width: 48rem)';

/** Who asked for what their roles do not permit, by the hour. */
export function Denials() {
  const controls = useListState(FILTERS);
  const { filters, cursor, setFilter } = controls;
  const present = FILTERS.filter((name) => (filters[name]?.[0] ?? '') !== '');
  const query = {
    ...Object.fromEntries(present.map((name) => [name, filters[name]?.[0]])),
    ...(cursor !== null && { cursor }),
    limit: 50,
  };
  const denials = useRead('/v1/audit/denials', { query }, { keepsPrevious: true });
  return (
    <Panel title="Refused requests" isFlush>
      <search className={parts.filters}>
        {FILTERS.map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={{ by: 'By', from: 'From', to: 'To, not included' }[name]}
            {...(name === 'by' ? { placeholder: 'Id of a person' } : { type: 'date' })}
            value={filters[name]?.[0] ?? ''}
            onChange={({ currentTarget }) => setFilter(name, [currentTarget.value])}
          />
        ))}
      </search>
      <Loaded query={denials} lines={5}>
        {({ items, next, previous, names }) => {
          const columns: readonly Column<Denial>[] = [
            {
              accessor: 'by',
              title: 'Who',
              render: ({ by }) => <bdi>{personName(names, by)}</bdi>,
            },
            { accessor: 'route', title: 'Asked for', render: ({ route }) => <code>{route}</code> },
            { accessor: 'count', title: 'How often', textAlign: 'right' },
            {
              accessor: 'lastAt',
              title: 'Last',
              render: ({ lastAt }) => <When at={lastAt} as="minute" />,
            },
            { accessor: 'code', title: 'Why not', visibleMediaQuery: WIDE },
            {
              accessor: 'requestId',
              title: 'Request',
              visibleMediaQuery: WIDE,
              render: ({ requestId }) => <Identifier id={requestId} />,
            },
          ];
          return (
            <DataTable
              label="Refused requests"
              columns={columns}
              rows={items}
              idOf={({ hour, by, route, code }) => `${hour} ${by} ${route} ${code}`}
              pages={{ next, previous }}
              controls={controls}
              empty={
                <Empty title="No request was refused">
                  A person or a program that asks for what its roles do not permit shows up here.
                </Empty>
              }
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
