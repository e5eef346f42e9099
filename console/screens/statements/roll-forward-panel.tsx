import { Box } from '@mantine/core';
import type { components } from '@sluice/client';
import { Amount } from '../../display/amount.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { FileList } from '../../files/file-list.tsx';
import { FormatButtons } from '../../files/format-buttons.tsx';
import { FORMATS, type Format, TABLE } from '../../files/reports.ts';
import { useFiles } from '../../files/use-files.ts';
import { Panel } from '../../layout/page.tsx';
import { TooMuch } from '../../reports/too-much.tsx';
import { useFullReport } from '../../reports/use-full-report.ts';
import { queryIn } from '../../reports/use-valued-in.ts';
import { type PlainColumn, PlainTable } from '../../tables/plain-table.tsx';
import { monthsUpTo, type RolledRow, rolledRowsOf } from './roll-forward.ts';

type Report = components['schemas']['FullReport'];

/** Milliseconds between two looks, as at the statement that it is of. */
const ROLL_FORWARD_MS = 60_000;

interface RollForwardPanelProps {
  readonly month: string;
  readonly into: string | null;
}

/** How the months up to this one lead from what was there to what was left; its files have every currency and line. */
export function RollForwardPanel({ month, into }: RollForwardPanelProps) {
  const query = { ...monthsUpTo(month), ...queryIn(into) };
  const rolled = useFullReport('/v1/reports/roll-forward', { query }, { everyMs: ROLL_FORWARD_MS });
  const files = useFiles();
  const start = (format: Format) =>
    files.start({
      path: '/v1/reports/roll-forward',
      query: { ...query, format, whole: 'true' },
      title: `Roll-forward up to ${month}, ${FORMATS[format].text}`,
    });
  return (
    <Panel title="Roll-forward" isFlush>
      <Loaded query={rolled} lines={6}>
        {(report: Partial<Report>) => <RollForwardTable rows={rolledRowsOf(report)} />}
      </Loaded>
      <Box className="sluice-screen-only" p="md">
        <FormatButtons formats={TABLE} start={start} />
        <FileList files={files} />
      </Box>
    </Panel>
  );
}

function RollForwardTable({ rows }: { readonly rows: readonly RolledRow[] | null }) {
  if (rows === null) return <TooMuch />;
  if (rows.length === 0) {
    return <Empty title="Nothing was held in these months">There is no roll-forward.</Empty>;
  }
  return (
    <PlainTable
      label="Roll-forward by month"
      columns={COLUMNS}
      rows={rows}
      idOf={({ month }) => month}
    />
  );
}

function valueColumn(
  title: string,
  key: 'opening' | 'movements' | 'revaluation' | 'reconciling' | 'closing',
  { isSigned, isForWide }: { readonly isSigned: boolean; readonly isForWide: boolean },
): PlainColumn<RolledRow> {
  return {
    ...{ title, align: 'end', isForWide },
    render: (row) => (
      <Amount amount={row[key]} currency={row.reporting} isRounded isSigned={isSigned} />
    ),
  };
}

const MOVED = { isSigned: true, isForWide: true };

const COLUMNS: readonly PlainColumn<RolledRow>[] = [
  { title: 'Month', render: ({ month }) => month },
  valueColumn('Opening', 'opening', { isSigned: false, isForWide: false }),
  valueColumn('Movements', 'movements', MOVED),
  valueColumn('Revaluation', 'revaluation', MOVED),
  valueColumn('Reconciling items', 'reconciling', MOVED),
  valueColumn('Closing', 'closing', { isSigned: false, isForWide: false }),
];
