import { chartValue, compareAmounts } from '../display/amounts.ts';

/** A moment and the amount of then, as text; null where none is known. */
export interface SeriesPoint {
  readonly at: string;
  readonly amount: string | null;
}

export interface Series {
  readonly label: string;
  readonly points: readonly SeriesPoint[];
}

/** A moment that is worth a line in the chart. */
export interface ChartMark {
  readonly at: string;
  readonly text: string;
  readonly tone: 'accent' | 'good' | 'warn' | 'bad';
  /** Stands in its head, so that the kinds of marks are told apart without their colours. */
  readonly letter?: string;
}

/** A time of which nothing is known: it is hatched, so that a gap there is not read as zero. */
export interface UnknownTime {
  readonly from: string;
  readonly to: string;
}

/** Columns as the chart draws them: seconds, then a number per series and moment. What is not known is a gap. */
export function columnsOf(series: readonly Series[]): [number[], ...(number | null)[][]] {
  const moments = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))]
    .map((at) => ({ at, seconds: Date.parse(at) / 1_000 }))
    .sort((left, right) => left.seconds - right.seconds);
  const columns = series.map(({ points }) => {
    const amounts = new Map(points.map(({ at, amount }) => [at, amount]));
    return moments.map(({ at }) => {
      const amount = amounts.get(at) ?? null;
      return amount === null ? null : chartValue(amount);
    });
  });
  return [moments.map(({ seconds }) => seconds), ...columns];
}

export interface SeriesExtent {
  readonly first: SeriesPoint & { readonly amount: string };
  readonly last: SeriesPoint & { readonly amount: string };
  readonly least: string;
  readonly most: string;
}

/** What a series says in short; null where it has no amount at all. */
export function extentOf(points: readonly SeriesPoint[]): SeriesExtent | null {
  const known = points.filter((point): point is SeriesExtent['first'] => point.amount !== null);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  const sorted = known.map(({ amount }) => amount).sort(compareAmounts);
  return { first, last, least: sorted[0] ?? first.amount, most: sorted.at(-1) ?? last.amount };
}

/** The path of a small line without axes, in a box of this size; empty for fewer than two amounts. */
export function sparklinePath(
  points: readonly SeriesPoint[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const values = points.flatMap(({ amount }) => (amount === null ? [] : [chartValue(amount)]));
  if (values.length < 2) return '';
  const least = Math.min(...values);
  const span = Math.max(...values) - least || 1;
  const step = width / (values.length - 1);
  return values
    .map((value, index) => {
      const y = height - ((value - least) / span) * height;
      return `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
