import type { ReactNode } from 'react';
import classes from './tables.module.css';

export interface PlainColumn<Row> {
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Figures stand at the right. @default 'start' */
  readonly align?: 'start' | 'end';
  /** Left out where the screen is narrow. @default false */
  readonly isForWide?: boolean;
}

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
}

/** A table of a few rows, which is neither sorted nor paged: a light one, for what is loaded first. */
export function PlainTable<Row>({ label, columns, rows, idOf }: PlainTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.plain}>
        <thead>
          <tr>
            {columns.map(({ title, align, isForWide }) => (
              <th key={title} scope="col" data-align={align} data-wide={isForWide}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {columns.map(({ title, align, isForWide, render }) => (
                <td key={title} data-align={align} data-wide={isForWide}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
