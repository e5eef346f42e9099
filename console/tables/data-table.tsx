import 'mantine-datatable/styles.layer.css';
import './tables.css';
import { type DataTableColumn, DataTable as MantineDataTable } from 'mantine-datatable';
import type { ReactNode } from 'react';
import { PageButtons } from './page-buttons.tsx';
import type { ListControls } from './use-list-state.ts';

export type Column<Row> = DataTableColumn<Row>;

interface DataTableProps<Row> {
  /** What it lists, for whoever does not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** What to say, and to do, where there are no rows. */
  readonly empty: ReactNode;
  readonly onRow?: (row: Row) => void;
  /** Cursors of the pages beside this one. */
  readonly pages?: { readonly next: string | null; readonly previous: string | null };
  readonly controls?: Pick<ListControls, 'setCursor'>;
}

/** Rows of one kind. Its pages come by the API's cursors; filters and order are the address's (use-list-state.ts). */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  idOf,
  empty,
  onRow,
  pages,
  controls,
}: DataTableProps<Row>) {
  if (rows.length === 0) return <>{empty}</>;
  return (
    <>
      <MantineDataTable<Row>
        aria-label={label}
        withTableBorder={false}
        highlightOnHover
        verticalSpacing={6}
        horizontalSpacing="sm"
        fz="sm"
        backgroundColor="transparent"
        borderColor="var(--sluice-line)"
        rowBorderColor="var(--sluice-line)"
        highlightOnHoverColor="var(--sluice-sunken)"
        minHeight={0}
        columns={[...columns]}
        records={[...rows]}
        idAccessor={idOf}
        {...(onRow !== undefined && {
          onRowClick: ({ record }: { record: Row }) => onRow(record),
        })}
      />
      {pages !== undefined && controls !== undefined && (
        <PageButtons
          label={label}
          {...pages}
          setCursor={controls.setCursor}
          names={['Newer', 'Older']}
        />
      )}
    </>
  );
}
