/** One line of a plot: a name and a point for each place on the axis. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 60;
const RIGHT = 230;
const TOP = 36;
const BOTTOM = 44;
const COLOURS = ['#1f6feb', '#bc4c00', '#1a7f37', '#8250df', '#cf222e', '#57606a'];

/** Lines over a few places, both axes by powers of ten, as SVG that can be read in light and dark. */
export function plot(title: string, places: readonly number[], lines: readonly Line[]): string {
  const all = lines.flatMap(({ values }) => values).filter((value) => value > 0);
  const [low, high] = [
    Math.floor(Math.log10(Math.min(...all))),
    Math.ceil(Math.log10(Math.max(...all))),
  ];
  const [first = 1, last = 1] = [places[0], places.at(-1)];
  const x = (place: number) =>
    LEFT + (Math.log(place / first) / Math.log(last / first)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    TOP + ((high - Math.log10(value)) / Math.max(1, high - low)) * (HEIGHT - TOP - BOTTOM);
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const grid = ticks.map(
    (tick) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}" stroke="#8c959f" stroke-opacity="0.3"/>` +
      text(LEFT - 8, y(tick) + 4, String(tick), 'end'),
  );
  const axis = places.map((place) => text(x(place), HEIGHT - BOTTOM + 20, String(place), 'middle'));
  const drawn = lines.map(({ name, values }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? '#000';
    const points = values.map((value, at) => `${x(places[at] ?? 1)},${y(value).toFixed(1)}`);
    const key = TOP + 8 + index * 20;
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<rect x="${WIDTH - RIGHT + 16}" y="${key - 8}" width="12" height="4" fill="${colour}"/>`,
      text(WIDTH - RIGHT + 34, key - 2, name, 'start'),
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(LEFT, 20, title, 'start'),
    ...grid,
    ...axis,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#24292f">${content}</text>`;
}
