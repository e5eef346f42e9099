import * as z from 'zod/mini';

/*
 * Many values of one form, as rows: the decisions of a run state the same facts about other amounts. A shape is a value with a
 * reference in the place of each text and number: to what stands beside the value and is kept elsewhere (`$path`), to a column of
 * what the values of this and other shapes have there (`#3`), or to nothing, since all values of the shape have it (`=text`, or a
 * number). So what repeats is written once, what is known is not written, and what differs stands beside what it is like.
 */

type Leaf = string | number;

/** The texts and numbers of what stands beside a value, by their path. */
export type Beside = ReadonlyMap<string, Leaf>;

/** Texts without a comma are one text, with commas between them: it compresses by a third better than a list. */
const column = z.union([z.string(), z.array(z.union([z.string(), z.number()]))]);

const rowsSchema = z.object({
  /** For each value, the number of its shape. */
  order: z.array(z.int().check(z.nonnegative())),
  shapes: z.array(z.unknown()),
  columns: z.array(column),
});

type Rows = z.output<typeof rowsSchema>;

/** Fields whose texts are of a closed list, which make a shape what it is: they stand in it. */
const LISTED: ReadonlySet<string> = new Set([
  'limit',
  'code',
  'kind',
  'basis',
  'outcome',
  'reason',
]);

const NOTHING: Beside = new Map();

/** The leaves of what stands beside a value. */
export function besideOf(value: unknown): Beside {
  const leaves = new Map<string, Leaf>();
  eachLeaf(value, '', (path, leaf) => leaves.set(path, leaf));
  return leaves;
}

function eachLeaf(value: unknown, path: string, found: (path: string, leaf: Leaf) => void): void {
  if (typeof value === 'string' || typeof value === 'number') found(path, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    eachLeaf(part, path === '' ? name : `${path}.${name}`, found);
  }
}

/** Values whose only differences are texts and numbers. */
interface Alike {
  readonly number: number;
  readonly example: unknown;
  /** The names of the fields at its places, in their order. */
  readonly names: readonly string[];
  readonly rows: { readonly leaves: readonly Leaf[]; readonly beside: Beside }[];
}

/** `beside`: for each value, what stands beside it, and will when it is read. */
export function rowsOf(values: readonly unknown[], beside: readonly Beside[] = []): Rows {
  const known = new Map<string, Alike>();
  const order = values.map((value, index) => {
    const { skeleton, names, leaves } = taken(value);
    const alike = known.get(skeleton) ?? { number: known.size, example: value, names, rows: [] };
    known.set(skeleton, alike);
    alike.rows.push({ leaves, beside: beside[index] ?? NOTHING });
    return alike.number;
  });
  const columns = new Columns();
  const shaped = [...known.values()].map((alike) => ({
    rows: alike.rows.values(),
    ...shapeOf(alike, columns),
  }));
  for (const number of order) {
    const { rows, places } = shaped[number] ?? NO_SHAPE;
    const { value: row } = rows.next();
    for (const [place, column] of places) columns.add(column, row?.leaves[place] ?? '');
  }
  return { order, shapes: shaped.map(({ shape }) => shape), columns: columns.packed() };
}

const NO_SHAPE = { rows: ([] as Alike['rows']).values(), places: new Map<number, number>() };

/** A value's texts and numbers, in their order, and what it is without them. */
function taken(value: unknown) {
  const names: string[] = [];
  const leaves: Leaf[] = [];
  // Numbers say what follows, so that no name of a field is taken for anything else.
  const skeleton: unknown[] = [];
  const take = (part: unknown, name: string): void => {
    if (isPlace(part, name)) {
      names.push(name);
      leaves.push(part);
    } else if (typeof part === 'object' && part !== null) {
      skeleton.push(Array.isArray(part) ? 0 : 1);
      for (const [key, inner] of Object.entries(part)) {
        if (inner === undefined) continue;
        skeleton.push(key);
        take(inner, key);
      }
      skeleton.push(2);
    } else {
      skeleton.push(3, part);
    }
  };
  take(value, '');
  return { skeleton: JSON.stringify(skeleton), names, leaves };
}

/** Numbers of an array's elements are never names of a closed list. */
function isPlace(part: unknown, name: string): part is Leaf {
  return (typeof part === 'string' || typeof part === 'number') && !LISTED.has(name);
}

/** The columns of all shapes. Shapes share those of the same name, so that they are alike. */
class Columns {
  readonly #numbers = new Map<string, number>();
  readonly #leaves: Leaf[][] = [];

  numberOf(name: string): number {
    const number = this.#numbers.get(name) ?? this.#leaves.push([]) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  add(number: number, leaf: Leaf): void {
    this.#leaves[number]?.push(leaf);
  }

  packed(): Rows['columns'] {
    return this.#leaves.map((leaves) => {
      const isText = leaves.every((leaf) => typeof leaf === 'string' && !leaf.includes(','));
      return isText ? leaves.join(',') : leaves;
    });
  }
}

/** A shape, and which of its places is in which column. */
function shapeOf({ example, names, rows }: Alike, columns: Columns) {
  const places = new Map<number, number>();
  const references = names.map((name, place): Leaf => {
    const path = pathOf(rows, place);
    if (path !== undefined) return `$${path}`;
    const first = rows[0]?.leaves[place] ?? '';
    if (rows.every(({ leaves }) => leaves[place] === first)) {
      return typeof first === 'number' ? first : `=${first}`;
    }
    const same = [...places].find(([other]) =>
      rows.every(({ leaves }) => leaves[other] === leaves[place]),
    );
    if (same !== undefined) return `#${same[1]}`;
    const before = [...places.keys()].filter((other) => names[other] === name).length;
    const number = columns.numberOf(`${name} ${before}`);
    places.set(place, number);
    return `#${number}`;
  });
  const inOrder = references.values();
  return { shape: withReferences(example, inOrder), places };
}

/** Where the leaves of a place stand beside all of these values. */
function pathOf(rows: Alike['rows'], place: number): string | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  for (const [path, leaf] of first.beside) {
    if (leaf !== first.leaves[place]) continue;
    if (rows.every(({ leaves, beside }) => beside.get(path) === leaves[place])) return path;
  }
  return undefined;
}

/** A value with these in its places, one after the other. */
function withReferences(part: unknown, references: Iterator<Leaf>, name = ''): unknown {
  if (isPlace(part, name)) return references.next().value;
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) {
    return part.map((each, index) => withReferences(each, references, `${index}`));
  }
  return Object.fromEntries(
    Object.entries(part)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, withReferences(inner, references, key)]),
  );
}

/** @throws Error if these are not rows, or what stood beside their values does not. */
export function valuesIn(stored: unknown, beside: readonly Beside[] = []): readonly unknown[] {
  const { order, shapes, columns } = rowsSchema.parse(stored);
  const leaves = columns.map((each) =>
    (typeof each === 'string' ? each.split(',') : each).values(),
  );
  const builders = shapes.map(builderOf);
  return order.map((number, index) => {
    const build = builders[number];
    if (build === undefined) throw new Error(`the rows have no shape ${number}`);
    return build(beside[index] ?? NOTHING, leaves);
  });
}

/** Builds part of a value from what was found for the references of its shape. */
type Part = (found: readonly Leaf[]) => unknown;

/** Builds the values of a shape, one after the other. */
function builderOf(shape: unknown) {
  const references: string[] = [];
  const part = partOf(shape, '', references);
  return (beside: Beside, columns: readonly Iterator<Leaf, unknown>[]): unknown =>
    part(references.map((reference) => leafAt(reference, beside, columns)));
}

function partOf(part: unknown, name: string, references: string[]): Part {
  if (typeof part === 'string' && !LISTED.has(name)) {
    if (part.startsWith('=')) return constant(part.slice(1));
    const known = references.indexOf(part);
    const at = known === -1 ? references.push(part) - 1 : known;
    return (found) => found[at];
  }
  if (typeof part !== 'object' || part === null) return constant(part);
  const inner = Object.entries(part).map(
    ([key, each]) => [key, partOf(each, key, references)] as const,
  );
  if (Array.isArray(part)) return (found) => inner.map(([, each]) => each(found));
  return (found) => {
    const built: Record<string, unknown> = {};
    for (const [key, each] of inner) {
      // A field of that name is one like any other.
      if (key === '__proto__') Object.defineProperty(built, key, field(each(found)));
      else built[key] = each(found);
    }
    return built;
  };
}

function constant(value: unknown): Part {
  return () => value;
}

function field(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

function leafAt(
  reference: string,
  beside: Beside,
  columns: readonly Iterator<Leaf, unknown>[],
): Leaf {
  const at = reference.slice(1);
  const leaf = reference.startsWith('#')
    ? columns[Number(at)]?.next().value
    : reference.startsWith('$')
      ? beside.get(at)
      : undefined;
  if (typeof leaf === 'string' || typeof leaf === 'number') return leaf;
  throw new Error(`the rows have nothing for ${JSON.stringify(reference)}`);
}
