const UNITS = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** One of each unit, and several. */
export type DurationNames = Readonly<
  Record<(typeof UNITS)[number]['name'], readonly [one: string, several: string]>
>;

const ENGLISH: DurationNames = {
  day: ['day', 'days'],
  hour: ['hour', 'hours'],
  minute: ['minute', 'minutes'],
  second: ['second', 'seconds'],
};

/** "2 hours 5 minutes": the two largest units, enough to plan by. Fractions of a second are cut. */
export function duration(seconds: number): string {
  return durationIn(ENGLISH, seconds);
}

/** To the second, where two of them are compared. */
export function exactDuration(seconds: number): string {
  return durationIn(ENGLISH, seconds, UNITS.length);
}

/** The same in another language. `most`: units that are said, the largest first. */
export function durationIn(names: DurationNames, seconds: number, most = 2): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    const [one, several] = names[unit.name];
    if (count > 0) parts.push(`${count} ${count === 1 ? one : several}`);
  }
  return parts.slice(0, most).join(' ') || `0 ${names.second[1]}`;
}
