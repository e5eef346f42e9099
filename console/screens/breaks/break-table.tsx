import { Checkbox } from '@mantine/core';
import { Link } from 'react-router';
import { breakSentence } from '../../../treasury/facts/sentences/say/say-break.ts';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals } from '../../display/amounts.ts';
import { Empty } from '../../display/empty.tsx';
import parts from '../../display/parts.module.css';
import { SaidIn } from '../../display/said.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import type { ListControls } from '../../tables/use-list-state.ts';
import { DIRECTION_TEXTS, lastWord } from './break-texts.ts';
import classes from './breaks.module.css';
import type { Break, Names } from './types.ts';

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly setSelected: (selected: ReadonlySet<string>) => void;
}

interface BreakTableProps {
  readonly page: {
    readonly items: readonly Break[];
    readonly next: string | null;
    readonly previous: string | null;
    readonly names?: Names;
  };
  readonly controls: ListControls;
  /** Null for those who decide about none. */
  readonly selection: Selection | null;
}

/** On a telephone a table has room for what moved, when, and what became of it. */
const WIDE = '(min-width: 48rem)';

/** A page of breaks; what can be decided can be selected. */
export function BreakTable({ page, controls, selection }: BreakTableProps) {
  const { items, next, previous, names } = page;
  const decimals = Math.max(
    0,
    ...items.map(({ amount, currency }) => columnDecimals([amount], currency)),
  );
  const columns: readonly Column<Break>[] = [
    ...(selection === null ? [] : [selectionColumn(items, selection)]),
    {
      accessor: 'openedAt',
      title: 'Found',
      render: ({ id, openedAt, status }) => (
        <>
          <BreakLink id={id} openedAt={openedAt} />
          <span className={classes.stateBelow}>
            <BreakStatus state={status.state} />
          </span>
        </>
      ),
    },
    {
      accessor: 'direction',
      title: 'What',
      visibleMediaQuery: WIDE,
      render: ({ direction, severity }) => (
        <span className={classes.what}>
          {DIRECTION_TEXTS[direction]}
          {severity === 'alarm' && <Status state="alarm" tone="bad" />}
        </span>
      ),
    },
    {
      accessor: 'amount',
      title: 'Amount',
      textAlign: 'right',
      render: ({ amount, currency }) => (
        <Amount amount={amount} currency={currency} isSigned columnDecimals={decimals} />
      ),
    },
    {
      accessor: 'status',
      title: 'State',
      visibleMediaQuery: WIDE,
      render: ({ status }) => <BreakStatus state={status.state} />,
    },
    {
      accessor: 'said',
      title: 'What was said of it',
      visibleMediaQuery: WIDE,
      render: (found) => (
        <span className={classes.said}>
          <LastWord found={found} names={names} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label="Breaks"
      columns={columns}
      rows={items}
      idOf={({ id }) => id}
      pages={{ next, previous }}
      controls={controls}
      empty={<NoBreaks controls={controls} />}
    />
  );
}

/** What was said of a break last; of one without a statement, how it came about. */
export function LastWord({
  found,
  names,
}: {
  readonly found: Break;
  readonly names: Names | undefined;
}) {
  const said = lastWord(found, names);
  if (said !== '') return <bdi>{said}</bdi>;
  return <SaidIn say={(language) => breakSentence(found, found.found, language)} />;
}

export function BreakStatus({ state }: { readonly state: Break['status']['state'] }) {
  const TONES = { open: 'warn', explained: 'busy', matched: 'good', closed: 'good' } as const;
  return <Status state={state} tone={TONES[state]} />;
}

function BreakLink({ id, openedAt }: Pick<Break, 'id' | 'openedAt'>) {
  const tenant = useTenant();
  return (
    <Link to={`/t/${tenant}/breaks/${encodeURIComponent(id)}`} className={classes.link}>
      <When at={openedAt} as="minute" />
    </Link>
  );
}

function NoBreaks({ controls }: { readonly controls: ListControls }) {
  const isNarrowed = Object.keys(controls.filters).length > 0;
  return isNarrowed ? (
    <Empty title="No break is like this">Take a filter away, or choose all states.</Empty>
  ) : (
    <Empty title="Nothing waits for an explanation">
      Every movement is accounted for by an instruction, a matching rule or a person. “All states”
      shows those of the past.
    </Empty>
  );
}

function selectionColumn(
  items: readonly Break[],
  { selected, setSelected }: Selection,
): Column<Break> {
  const open = items.filter(isDecidable).map(({ id }) => id);
  const isAll = open.length > 0 && open.every((id) => selected.has(id));
  const isSome = !isAll && open.some((id) => selected.has(id));
  return {
    accessor: 'select',
    width: 44,
    title: (
      <Checkbox
        size="xs"
        aria-label="Select all on this page"
        checked={isAll}
        indeterminate={isSome}
        disabled={open.length === 0}
        onChange={() => setSelected(new Set(isAll ? [] : open))}
      />
    ),
    render: (found) =>
      isDecidable(found) ? (
        <Checkbox
          size="xs"
          aria-label={`Select ${found.id}`}
          checked={selected.has(found.id)}
          onChange={() => setSelected(toggled(selected, found.id))}
        />
      ) : (
        <span className={parts.quiet} aria-hidden="true" />
      ),
  };
}

/** A request that does not show is settled, and not explained. */
function isDecidable({ status, direction }: Break): boolean {
  return status.state !== 'closed' && direction !== 'unbooked';
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
