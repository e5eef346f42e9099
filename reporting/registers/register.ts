import type { Cell, Column, ColumnType, Row } from '../formats/report.ts';

/** A column of a register, and the cell of an item in it. */
interface RegisterColumn<Item> {
  readonly type: ColumnType;
  readonly title: string;
  readonly cellOf: (item: Item) => Cell | undefined;
}

/** One table of a report: its columns by key, in their order. */
export type Register<Item> = Readonly<Record<string, RegisterColumn<Item>>>;

export function columnsOf<Item>(register: Register<Item>): readonly Column[] {
  return Object.entries(register).map(([key, { type, title }]) => ({ key, type, title }));
}

/** An empty text is an empty cell. */
export function rowOf<Item>(register: Register<Item>, item: Item): Row {
  return Object.fromEntries(
    Object.entries(register).map(([key, { cellOf }]) => {
      const cell = cellOf(item) ?? null;
      return [key, cell === '' ? null : cell];
    }),
  );
}

/** A column whose cell is the item's field of that name. */
export function field<Name extends string>(type: ColumnType, title: string, name: Name) {
  return { type, title, cellOf: (item: Readonly<Record<Name, Cell | undefined>>) => item[name] };
}

/** A yes, or nothing: a filter of a spreadsheet finds both. */
export function yes(is: boolean): Cell {
  return is ? 'yes' : null;
}
