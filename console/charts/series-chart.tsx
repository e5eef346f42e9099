import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import { Amount } from '../display/amount.tsx';
import { formatAmount } from '../display/amounts.ts';
import { useTimeZone } from '../display/time-zone.tsx';
import { formatInstant } from '../display/times.ts';
import { When } from '../display/when.tsx';
import { chartOptions } from './chart-options.ts';
import classes from './charts.module.css';
import { type ChartMark, columnsOf, extentOf, type Series, type UnknownTime } from './series.ts';

interface SeriesChartProps {
  /** What it shows, in a few words. */
  readonly label: string;
  readonly series: readonly Series[];
  readonly currency: string;
  /** @default 220 */
  readonly height?: number;
  /** Moments worth a mark: sweeps, deposits. */
  readonly marks?: readonly ChartMark[];
  /** Times of which nothing is known: they are hatched. */
  readonly unknown?: readonly UnknownTime[];
  /** Whether amounts are values, which are rounded to the currency's decimals. @default false */
  readonly isRounded?: boolean;
  /** Bars for what happens within each day. @default 'line' */
  readonly form?: 'line' | 'bars';
}

/** One and the same: another would draw the chart again. */
const NO_MARKS: readonly ChartMark[] = [];
const ALL_KNOWN: readonly UnknownTime[] = [];

/**
 * Amounts over time. The drawing is a picture with a label; below the pointer its exact text is shown, and all of it is a
 * table beside it.
 */
export function SeriesChart({
  label,
  series,
  currency,
  height = 220,
  marks = NO_MARKS,
  unknown = ALL_KNOWN,
  isRounded = false,
  form = 'line',
}: SeriesChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const { timeZone } = useTimeZone();
  const [index, setIndex] = useState<number | null>(null);
  const summary = useSummary(label, series, currency, isRounded);

  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const options = chartOptions({
      width: current.clientWidth,
      height,
      series: series.map((each) => each.label),
      marks,
      unknown,
      timeZone,
      scheme,
      form,
      onIndex: setIndex,
    });
    const plot = new uPlot(options, columnsOf(series) as uPlot.AlignedData, current);
    const observer = new ResizeObserver(() => {
      plot.setSize({ width: current.clientWidth, height });
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [series, marks, unknown, height, timeZone, scheme, form]);

  return (
    <figure className={classes.figure}>
      <Readout {...{ series, currency, index, isRounded, form }} />
      <div
        ref={frame}
        role="img"
        aria-label={summary}
        className={classes.frame}
        style={{ height }}
      />
      <SeriesTable series={series} currency={currency} label={label} isRounded={isRounded} />
    </figure>
  );
}

function useSummary(
  label: string,
  series: readonly Series[],
  currency: string,
  isRounded: boolean,
): string {
  const { timeZone } = useTimeZone();
  const say = (amount: string) => `${formatAmount(amount, currency, { isRounded })} ${currency}`;
  const parts = series.map((each) => {
    const extent = extentOf(each.points);
    if (extent === null) return `${each.label}: no amounts`;
    const { first, last, least, most } = extent;
    return `${each.label}: from ${say(first.amount)} on ${formatInstant(first.at, timeZone)} to ${say(last.amount)} on ${formatInstant(last.at, timeZone)}, least ${say(least)}, most ${say(most)}`;
  });
  return `${label}. ${parts.join('. ')}. The table below has every point.`;
}

interface ReadoutProps {
  readonly series: readonly Series[];
  readonly currency: string;
  readonly index: number | null;
  readonly isRounded: boolean;
  readonly form: 'line' | 'bars';
}

/** The text of the point under the pointer; without one that of the last moment, or of the first day. */
function Readout({ series, currency, index, isRounded, form }: ReadoutProps): ReactNode {
  const isByDay = form === 'bars';
  return (
    <figcaption className={classes.readout}>
      {series.map(({ label, points }) => {
        const point = points[index ?? (isByDay ? 0 : points.length - 1)] ?? points.at(-1);
        if (point === undefined) return null;
        return (
          <span key={label}>
            {series.length > 1 && <bdi>{label} </bdi>}
            <Amount amount={point.amount} currency={currency} isRounded={isRounded} />{' '}
            <When at={point.at} as={isByDay ? 'day' : 'minute'} />
          </span>
        );
      })}
    </figcaption>
  );
}

/** Every point, for whoever does not see the drawing, and to copy from. */
function SeriesTable({
  series,
  currency,
  label,
  isRounded,
}: Omit<ReadoutProps, 'index' | 'form'> & { readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  const caption = useId();
  return (
    <details
      className={classes.details}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary id={caption}>Table: {label}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <section className={classes.scroll} tabIndex={0} aria-labelledby={caption}>
          {series.map(({ label: name, points }) => (
            <table key={name}>
              <caption>
                <bdi>{name}</bdi>
              </caption>
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Amount</th>
                </tr>
              </thead>
              <tbody>
                {points.toReversed().map(({ at, amount }) => (
                  <tr key={at}>
                    <td>
                      <When at={at} as="minute" />
                    </td>
                    <td>
                      <Amount amount={amount} currency={currency} isRounded={isRounded} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </section>
      )}
    </details>
  );
}
