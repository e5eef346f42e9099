import * as z from 'zod/mini';

/*
 * Many values of one form, as rows: the decisions of a run state the same facts about other amounts. A shape is a value with the
 * number of a column in the place of each text that may be any; a column has the texts of that place in all values of the shape, or the
 * one text that all of them have. So what repeats is written once, and what differs stands beside what it is like.
 */

/** Numbers of columns, as text: any text of a shape is one. */
const column = z.union([z.string(), z.array(z.string())]);

const rowsSchema = z.object({
  /** For each value, the number of its shape. */
  order: z.array(z.int().check(z.nonnegative())),
  shapes: z.array(z.object({ shape: z.unknown(), columns: z.array(column) })),
});

/** Fields whose texts are of a closed list, which make a shape what it is: they stand in it. */
const LISTED: ReadonlySet<string> = new Set([
  'limit',
  'code',
  'kind',
  'basis',
  'outcome',
  'reason',
]);

type Rows = z.output<typeof rowsSchema>;

export function rowsOf(values: readonly unknown[]): Rows {
  const shapes = new Map<string, { readonly number: number; readonly rows: string[][] }>();
  const order = values.map((value) => {
    const places = new Map<string, string>();
    const shape = JSON.stringify(value, (name, part: unknown) =>
      typeof part === 'string' && !LISTED.has(name) ? placeOf(places, part) : part,
    );
    const known = shapes.get(shape) ?? { number: shapes.size, rows: [] };
    shapes.set(shape, known);
    known.rows.push([...places.keys()]);
    return known.number;
  });
  return {
    order,
    shapes: [...shapes].map(([shape, { rows }]) => ({
      shape: JSON.parse(shape) as unknown,
      columns: columnsOf(rows),
    })),
  };
}

/** A text that stands in several places of a value is one column. */
function placeOf(places: Map<string, string>, text: string): string {
  const place = places.get(text) ?? String(places.size);
  places.set(text, place);
  return place;
}

function columnsOf([
  first = [],
  ...others
]: readonly (readonly string[])[]): Rows['shapes'][number]['columns'] {
  return first.map((text, place) => {
    const texts = others.map((row) => row[place] ?? '');
    return texts.every((other) => other === text) ? text : [text, ...texts];
  });
}

/** @throws Error if these are not rows. */
export function valuesIn(stored: unknown): readonly unknown[] {
  const { order, shapes } = rowsSchema.parse(stored);
  const rows = shapes.map(() => 0);
  return order.map((number) => {
    const found = shapes[number];
    if (found === undefined) throw new Error(`the rows have no shape ${number}`);
    const row = rows[number] ?? 0;
    rows[number] = row + 1;
    return filled(found.shape, (place) => textAt(found.columns[Number(place)], row));
  });
}

function filled(shape: unknown, textIn: (place: string) => string): unknown {
  if (typeof shape === 'string') return textIn(shape);
  if (typeof shape !== 'object' || shape === null) return shape;
  if (Array.isArray(shape)) return shape.map((part) => filled(part, textIn));
  return Object.fromEntries(
    Object.entries(shape).map(([name, part]) => [
      name,
      LISTED.has(name) && typeof part === 'string' ? part : filled(part, textIn),
    ]),
  );
}

function textAt(texts: z.output<typeof column> | undefined, row: number): string {
  const text = typeof texts === 'string' ? texts : texts?.[row];
  if (text === undefined) throw new Error(`the rows have no text for value ${row}`);
  return text;
}
