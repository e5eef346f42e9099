import uPlot from 'uplot';
import type { ChartMark, UnknownTime } from './series.ts';

interface ChartSettings {
  readonly width: number;
  readonly height: number;
  /** Labels of the series. */
  readonly series: readonly string[];
  readonly marks: readonly ChartMark[];
  readonly unknown: readonly UnknownTime[];
  readonly timeZone: string;
  readonly scheme: 'light' | 'dark';
  /** A line for what there is at a moment; bars for what happens within each day. */
  readonly form: 'line' | 'bars';
  /** Told which point is under the pointer; null without one. */
  readonly onIndex: (index: number | null) => void;
}

/** Series after the first are told apart by their dashes as well. */
const DASHES: readonly number[][] = [[], [6, 4], [2, 3]];
const TONES = ['--sluice-accent', '--sluice-warn', '--sluice-good'] as const;
const FONT = '11px system-ui, "Open Sans", sans-serif';

/** Seconds of a day: an axis of less than three days shows hours. */
const DAY = 86_400;

/** Of the room of a day a bar takes two thirds, and no more than so many pixels where days are few. */
const BAR_SIZE: [number, number] = [0.66, 64];

/** uPlot formats by navigator.language and the machine's zone: every label here is the console's own. */
export function chartOptions(settings: ChartSettings): uPlot.Options {
  const { width, height, series, form, onIndex } = settings;
  const colour = colours();
  const axis = {
    stroke: colour('--sluice-quiet'),
    font: FONT,
    grid: { stroke: colour('--sluice-line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: { x: { time: true, ...(form === 'bars' && { range: wholeDays }) } },
    axes: [
      { ...axis, size: 28, values: (_, splits) => timeLabels(splits, settings.timeZone) },
      { ...axis, size: 62, values: (_, splits) => amountLabels(splits) },
    ],
    series: [
      {},
      ...series.map((label, index) => ({
        label,
        stroke: colour(TONES[index % TONES.length] ?? TONES[0]),
        width: 1.6,
        dash: [...(DASHES[index % DASHES.length] ?? [])],
        ...barsOf(form),
        ...(series.length === 1 && { fill: `${colour('--sluice-accent')}1f` }),
        points: { show: false },
      })),
    ],
    hooks: {
      setCursor: [(plot) => onIndex(plot.cursor.idx ?? null)],
      draw: [
        (plot) => drawUnknown(plot, settings.unknown, colour('--sluice-quiet')),
        (plot) => drawMarks(plot, settings.marks, colour),
      ],
    },
  };
}

/** Bars stand on their day, beginning where it begins. */
function barsOf(form: ChartSettings['form']): Pick<uPlot.Series, 'paths'> {
  const paths = form === 'bars' ? uPlot.paths.bars?.({ size: BAR_SIZE, align: 1 }) : undefined;
  return paths === undefined ? {} : { paths };
}

/** To the end of the last day, which would be cut off where it begins. */
function wholeDays(_: uPlot, first: number, last: number): uPlot.Range.MinMax {
  return [first, last + DAY];
}

/** Colours of the page, by the names of its variables: a canvas does not know those. */
function colours(): (name: string) => string {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(name).trim();
}

function timeLabels(splits: readonly number[], timeZone: string): string[] {
  const span = (splits.at(-1) ?? 0) - (splits[0] ?? 0);
  const fields: Intl.DateTimeFormatOptions =
    span < 3 * DAY
      ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : span < 300 * DAY
        ? { month: 'short', day: 'numeric' }
        : { month: 'short', year: 'numeric' };
  const format = new Intl.DateTimeFormat(undefined, { ...fields, timeZone });
  const labels = splits.map((seconds) => format.format(new Date(seconds * 1_000)));
  // Of lines within the same day, the first alone names it.
  return labels.map((label, index) => (label === labels[index - 1] ? '' : label));
}

/** The one place where amounts are abbreviated: they say how high the line is, not what is held. */
function amountLabels(splits: readonly number[]): string[] {
  const span = Math.abs((splits.at(-1) ?? 0) - (splits[0] ?? 0));
  const top = Math.max(...splits.map(Math.abs));
  // Enough digits for neighbouring labels to differ.
  const digits = span === 0 ? 3 : Math.min(8, Math.ceil(Math.log10(top / span + 1)) + 2);
  const format = new Intl.NumberFormat(undefined, {
    notation: 'compact',
    maximumSignificantDigits: digits,
  });
  return splits.map((value) => format.format(value));
}

/** Pixels between the lines of a hatched time. */
const HATCH = 9;

/** Slanting lines over each time of which nothing is known. */
function drawUnknown(plot: uPlot, times: readonly UnknownTime[], colour: string): void {
  const { ctx, bbox } = plot;
  const gap = HATCH * devicePixelRatio;
  const bottom = bbox.top + bbox.height;
  const xOf = (at: string): number => {
    const x = plot.valToPos(Date.parse(at) / 1_000, 'x', true);
    return Math.min(Math.max(x, bbox.left), bbox.left + bbox.width);
  };
  for (const { from, to } of times) {
    const [left, right] = [xOf(from), xOf(to)];
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.clip();
    ctx.strokeStyle = colour;
    ctx.globalAlpha = 0.45;
    ctx.beginPath();
    for (let x = left - bbox.height; x < right; x += gap) {
      ctx.moveTo(x, bottom);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
}

/** Pixels of a mark's head, and the most heads that stand below each other where marks are close. */
const HEAD = 13;
const MOST_ROWS = 5;

/** A line for each mark, and a head with its letter; its text is in the list beside the chart. */
function drawMarks(
  plot: uPlot,
  marks: readonly ChartMark[],
  colour: (name: string) => string,
): void {
  const { ctx, bbox } = plot;
  const head = HEAD * devicePixelRatio;
  const placed = marks
    .map((mark) => ({ mark, x: Math.round(plot.valToPos(Date.parse(mark.at) / 1_000, 'x', true)) }))
    .filter(({ x }) => x >= bbox.left && x <= bbox.left + bbox.width)
    .sort((left, right) => left.x - right.x);
  const rows = rowsOf(
    placed.map(({ x }) => x),
    head,
  );
  ctx.save();
  ctx.font = `600 ${9 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const [index, { mark, x }] of placed.entries()) {
    const top = bbox.top + (rows[index] ?? 0) * (head + 2);
    ctx.strokeStyle = colour(`--sluice-${mark.tone}`);
    ctx.fillStyle = ctx.strokeStyle;
    ctx.globalAlpha = 0.35;
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.fillRect(x - head / 2, top, head, head);
    ctx.fillStyle = colour('--sluice-surface');
    ctx.fillText(mark.letter ?? '', x, top + head / 2 + 1);
  }
  ctx.restore();
}

/** The row of each head, from left to right: the first in which it covers no other. */
function rowsOf(positions: readonly number[], width: number): readonly number[] {
  const ends: number[] = [];
  return positions.map((x) => {
    const free = ends.findIndex((end) => end <= x - width / 2);
    const row = free !== -1 ? free : Math.min(ends.length, MOST_ROWS - 1);
    ends[row] = x + width / 2;
    return row;
  });
}
