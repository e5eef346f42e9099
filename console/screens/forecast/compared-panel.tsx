import { Box } from '@mantine/core';
import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { formatDay } from '../../display/times.ts';
import { FileList } from '../../files/file-list.tsx';
import { FormatButtons } from '../../files/format-buttons.tsx';
import { FORMATS, type Format, TABLE } from '../../files/reports.ts';
import { useFiles } from '../../files/use-files.ts';
import { Panel } from '../../layout/page.tsx';
import { useTenant } from '../../session/person.tsx';
import { type PlainColumn, PlainTable } from '../../tables/plain-table.tsx';
import { type Compared, type ComparedLine, comparedOf, type UncomputedDays } from './compared.ts';
import classes from './forecast.module.css';

type Report = components['schemas']['FullReport'];
type Row = ComparedLine | UncomputedDays;

/** Milliseconds between two looks: the day that goes on has what left today. */
const COMPARED_MS = 300_000;

/** What was forecast for each of the latest days when it began, beside what left. `rules`: labels by id. */
export function ComparedPanel({ rules }: { readonly rules: Readonly<Record<string, string>> }) {
  const compared = useRead('/v1/reports/forecasts', {}, { everyMs: COMPARED_MS });
  const files = useFiles();
  const start = (format: Format) =>
    files.start({
      path: '/v1/reports/forecasts',
      query: { format, whole: 'true' },
      title: `Forecast and what left, ${FORMATS[format].text}`,
    });
  return (
    <Panel title="Forecast and what left" isFlush>
      <Loaded query={compared} lines={6}>
        {(report: Partial<Report>) => <Comparison compared={comparedOf(report)} rules={rules} />}
      </Loaded>
      <Box className="sluice-screen-only" p="md">
        <FormatButtons formats={TABLE} start={start} />
        <FileList files={files} />
      </Box>
    </Panel>
  );
}

interface ComparisonProps {
  readonly compared: Compared | null;
  readonly rules: Readonly<Record<string, string>>;
}

function Comparison({ compared, rules }: ComparisonProps) {
  if (compared === null) {
    return <Empty title="This is too long to be shown">Its file has it.</Empty>;
  }
  const columns: readonly PlainColumn<Row>[] = [
    {
      title: 'Day, currency and rule',
      render: (row) => (
        <span className={classes.dayAndRule}>
          <span>
            {dayOf(row)}
            {row.is === 'line' && ` ${row.currency}`}
          </span>
          {row.is === 'line' && <RuleOf id={row.ruleId} rules={rules} />}
        </span>
      ),
    },
    { title: 'Forecast', align: 'end', render: (row) => <Said row={row} of="forecast" /> },
    {
      title: 'Left',
      align: 'end',
      render: (row) =>
        row.is === 'line' && (
          <Amount amount={row.left} currency={row.currency} withCurrency={false} />
        ),
    },
    {
      title: 'Difference',
      align: 'end',
      isForWide: true,
      render: (row) => row.is === 'line' && <Said row={row} of="difference" />,
    },
  ];
  return (
    <>
      <p className={classes.sentence}>
        {compared.sentence} A forecast is made when its day begins, with the balances of then: it
        knows nothing of what comes in later.
      </p>
      {compared.rows.length > 0 && (
        <PlainTable
          label="Forecast and what left, by day and rule"
          columns={columns}
          rows={compared.rows}
          idOf={(row) =>
            row.is === 'line' ? `${row.day} ${row.ruleId} ${row.currency}` : row.from
          }
        />
      )}
    </>
  );
}

function RuleOf({ id, rules }: Pick<ComparisonProps, 'rules'> & { readonly id: string | null }) {
  const tenant = useTenant();
  if (id === null) return <span>By hand</span>;
  return (
    <Link to={`/t/${tenant}/rules/${id}`}>
      <bdi>{rules[id] ?? id}</bdi>
    </Link>
  );
}

function dayOf(row: Row): string {
  if (row.is === 'line') return formatDay(row.day);
  if (row.from === row.to) return formatDay(row.from);
  return `${formatDay(row.from)} to ${formatDay(row.to)}`;
}

/** What was not computed is hatched: an empty cell, or 0, would read as nothing that leaves. */
function Said({ row, of }: { readonly row: Row; readonly of: 'forecast' | 'difference' }) {
  if (row.is === 'uncomputed') {
    return <span className={classes.hatched}>{row.isInPart ? 'known in part' : 'not kept'}</span>;
  }
  const amount = row[of];
  if (amount === null) {
    return <span className={classes.hatched}>not known</span>;
  }
  const isSigned = of === 'difference';
  return (
    <Amount amount={amount} currency={row.currency} withCurrency={false} isSigned={isSigned} />
  );
}
