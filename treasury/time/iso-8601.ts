/**
 * Forms of ISO 8601 in which services write a moment: extended or basic, to the minute, the second or any fraction of
 * it (with a point or a comma), letters in either case, a blank for the T as RFC 3339 allows.
 */
const MOMENT =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})[Tt ](?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?)?(?<zone>[Zz]|[+\u2212-]\d{2}(?::?\d{2})?)$/u;

const MINUTE_MS = 60_000;

/**
 * The moment that a text of ISO 8601 names, in milliseconds; null if it names none: it has no zone, or is of another
 * form, or its date or time does not exist. A leap second is the second after it.
 */
export function epochMsOfIso8601(text: string): number | null {
  const parts = MOMENT.exec(text.trim())?.groups;
  if (parts === undefined) return null;
  const { year, month, day, hour, minute = '0', second = '0', fraction = '0', zone = '' } = parts;
  const [y, m, d, h, min, s] = [year, month, day, hour, minute, second].map(Number) as Six;
  const midnight = new Date(Date.UTC(y, m - 1, d));
  // Date.UTC takes years below 100 for those of the last century, and February 30 for a day of March.
  const isDay =
    midnight.getUTCFullYear() === y &&
    midnight.getUTCMonth() === m - 1 &&
    midnight.getUTCDate() === d;
  if (!isDay || h > 24 || min > 59 || s > 60) return null;
  const offset = offsetMinutes(zone);
  if (offset === null) return null;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  const ofDayMs = ((h * 60 + min) * 60 + s) * 1_000 + ms;
  return midnight.getTime() + ofDayMs - offset * MINUTE_MS;
}

type Six = [number, number, number, number, number, number];

/** Minutes east of UTC. */
function offsetMinutes(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 23 || minutes > 59) return null;
  const total = hours * 60 + minutes;
  return zone.startsWith('+') ? total : -total;
}
