import { TextInput } from '@mantine/core';
import type { components } from '@sluice/client';
import { personName } from '../../approving/instruction.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { When } from '../../display/when.tsx';
import { RegisterFiles } from '../../files/register-files.tsx';
import { Panel } from '../../layout/page.tsx';
import { TooMuch } from '../../reports/too-much.tsx';
import { useFullReport } from '../../reports/use-full-report.ts';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import { useListState } from '../../tables/use-list-state.ts';
import { actionText } from './audit-texts.ts';

type Report = components['schemas']['FullReport'];
type Row = Report['parts'][number]['rows'][number];

const FILTERS = ['from', 'to'] as const;
const WIDE = '(min-width: 48rem)';
/** Milliseconds between two looks: roles change by the day. */
const EVERY_MS = 60_000;

/** Who may do what, by the roles that tokens last had; and who did what in a period. */
export function AccessReview() {
  const { filters, setFilter } = useListState(FILTERS);
  const [from] = filters.from ?? [];
  const [to] = filters.to ?? [];
  const query = {
    ...(from !== undefined && from !== '' && { from }),
    ...(to !== undefined && to !== '' && { to }),
  };
  const review = useFullReport(
    '/v1/reports/access',
    { query },
    { everyMs: EVERY_MS, keepsPrevious: true },
  );
  return (
    <>
      <search className={parts.filters}>
        {FILTERS.map((name) => (
          <TextInput
            key={name}
            size="xs"
            type="date"
            label={{ from: 'From', to: 'To, not included' }[name]}
            value={filters[name]?.[0] ?? ''}
            onChange={({ currentTarget }) => setFilter(name, [currentTarget.value])}
          />
        ))}
      </search>
      <Loaded query={review} lines={10}>
        {(report) =>
          !('parts' in report) ? (
            <TooMuch />
          ) : (
            <>
              <Panel title="Roles as last seen" isFlush>
                <Table
                  label="Callers and their roles"
                  columns={CALLERS}
                  rows={rowsOf(report, 'callers')}
                  empty="No person or program has called yet."
                />
              </Panel>
              <Panel title="Who did what" isFlush>
                <Table
                  label="Acts of the period"
                  columns={ACTS}
                  rows={rowsOf(report, 'acts')}
                  empty="No decision was made in this period. Choose another one."
                />
              </Panel>
            </>
          )
        }
      </Loaded>
      <RegisterFiles report="access" query={query} />
    </>
  );
}

const CALLERS: readonly Column<Row>[] = [
  {
    accessor: 'id',
    title: 'Who',
    render: ({ id, name }) => (
      <span className={parts.named}>
        <bdi>{name ?? id}</bdi>
        {name !== null && <span className={parts.small}>{id}</span>}
      </span>
    ),
  },
  { accessor: 'kind', title: 'Kind', visibleMediaQuery: WIDE },
  { accessor: 'roles', title: 'Roles', render: ({ roles }) => roles ?? 'none' },
  {
    accessor: 'seenAt',
    title: 'Last seen',
    render: ({ seenAt }) => <When at={String(seenAt)} as="minute" />,
  },
];

const ACTS: readonly Column<Row>[] = [
  {
    accessor: 'by',
    title: 'Who',
    render: ({ by }) => <bdi>{personName(undefined, String(by))}</bdi>,
  },
  {
    accessor: 'as',
    title: 'As',
    visibleMediaQuery: WIDE,
    render: ({ as }) => (as === 'approver' ? 'second person' : 'who acted'),
  },
  { accessor: 'action', title: 'Action', render: ({ action }) => actionText(String(action)) },
  { accessor: 'count', title: 'Times', textAlign: 'right' },
  {
    accessor: 'lastAt',
    title: 'Last',
    visibleMediaQuery: WIDE,
    render: ({ lastAt }) => <When at={String(lastAt)} as="minute" />,
  },
];

interface TableProps {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly empty: string;
}

function Table({ label, columns, rows, empty }: TableProps) {
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      idOf={({ id, by, as, action }) => [id, by, as, action].join(' ')}
      empty={<Empty title="Nothing here">{empty}</Empty>}
    />
  );
}

function rowsOf({ parts: all }: Pick<Report, 'parts'>, name: string): readonly Row[] {
  return all.find((part) => part.name === name)?.rows ?? [];
}
