import { filledIn, type Templated } from './decision-templates.ts';

/*
 * Rows of JSON that differ in moments, names and numbers: each template once, and every value of a place beside those of
 * the other rows, which compresses them to three quarters of what the rows take one after the other.
 */

/** Between rows of one place, between places of one template, and between templates. A value has none of them. */
const NEXT = ' ';
export const NEXT_PLACE = '\n';
export const NEXT_TEMPLATE = '\t';

export interface TemplateRows {
  readonly template: string;
  /** The first value of every row, then the second of every row, and so on. */
  readonly columns: string;
}

export interface RowsByTemplate {
  /** By row, in order: the index of its template. */
  readonly order: string;
  readonly groups: readonly TemplateRows[];
}

export function byTemplate(rows: readonly Templated[]): RowsByTemplate {
  const groups = [...Map.groupBy(rows, ({ template }) => template)];
  const places = new Map(groups.map(([template], index) => [template, index]));
  return {
    order: rows.map(({ template }) => places.get(template)).join(NEXT),
    groups: groups.map(([template, group]) => ({
      template,
      columns: (group[0]?.values ?? [])
        .map((_, place) => group.map(({ values }) => values[place]).join(NEXT))
        .join(NEXT_PLACE),
    })),
  };
}

/** @throws Error where a row has no template, or a place no value. */
export function rowsIn({ order, groups }: RowsByTemplate): readonly unknown[] {
  if (order === '') return [];
  const tables = groups.map(({ template, columns }) => ({
    template,
    places: columns.split(NEXT_PLACE).map((place) => place.split(NEXT)),
    taken: 0,
  }));
  return order.split(NEXT).map((index): unknown => {
    const table = tables[Number(index)];
    if (table === undefined) throw new Error(`the packed rows have no template ${index}`);
    const row = table.taken++;
    const values = table.places.flatMap((place) => place[row] ?? []);
    return JSON.parse(filledIn(table.template, values));
  });
}
