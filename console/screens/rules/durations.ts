/** Units that a length of time is typed in, the longest first. */
export const UNITS = [
  { name: 'days', seconds: 86_400 },
  { name: 'hours', seconds: 3_600 },
  { name: 'minutes', seconds: 60 },
  { name: 'seconds', seconds: 1 },
] as const;

export type UnitName = (typeof UNITS)[number]['name'];

const WHOLE = /^\d{1,12}$/;

/** The longest unit that a number of seconds is a whole number of; minutes for nothing. */
export function unitOf(text: string): UnitName {
  if (!WHOLE.test(text)) return 'minutes';
  const seconds = Number.parseInt(text, 10);
  if (seconds === 0) return 'minutes';
  return UNITS.find((unit) => seconds % unit.seconds === 0)?.name ?? 'seconds';
}

/** Seconds in a unit; what is no whole number of it stays as it was typed. */
export function inUnit(text: string, unit: UnitName): string {
  const size = sizeOf(unit);
  if (!WHOLE.test(text)) return text;
  const seconds = Number.parseInt(text, 10);
  return seconds % size === 0 ? String(seconds / size) : text;
}

/** What was typed in a unit, as seconds; anything else is kept, for the form to say what is wrong. */
export function secondsOf(text: string, unit: UnitName): string {
  const typed = text.trim();
  return WHOLE.test(typed) ? String(Number.parseInt(typed, 10) * sizeOf(unit)) : text;
}

function sizeOf(unit: UnitName): number {
  return UNITS.find(({ name }) => name === unit)?.seconds ?? 1;
}
