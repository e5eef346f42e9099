import { type DurationNames, durationIn } from '../../../time/duration.ts';

const NAMES: DurationNames = {
  day: ['Tag', 'Tage'],
  hour: ['Stunde', 'Stunden'],
  minute: ['Minute', 'Minuten'],
  second: ['Sekunde', 'Sekunden'],
};

/** "2 Stunden 5 Minuten". */
export function duration(seconds: number): string {
  return durationIn(NAMES, seconds);
}

/** "seit 2 Tagen 5 Stunden": of all units, days alone have a dative of their own. */
export function durationDative(seconds: number): string {
  return durationIn({ ...NAMES, day: ['Tag', 'Tagen'] }, seconds);
}
