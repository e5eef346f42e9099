import { type Command, InvalidArgumentError, Option } from 'commander';

/*
 * Times as a person types them at a shell. The API takes moments with a zone alone; what has none is of this machine's
 * time zone, which the help and every message about a time name.
 */

const MS_OF = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Six digits: with seconds that is eleven days. */
const SPAN = /^(\d{1,6})([smhdw])$/;
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** This machine's time zone: TZ, or what the system says. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What is accepted, in one sentence. */
export function acceptedTimes(zone = ownZone()): string {
  return `2h or 3d (ago), now, today, yesterday, 2026-11-01 or 2026-11-01T09:30 (in ${zone}), or 2026-11-01T09:30:00Z`;
}

/** The moment that a text means; null if it is none. */
export function momentIn(text: string, nowMs: number, zone = ownZone()): string | null {
  const ms = msOf(text, nowMs, zone);
  return ms === null || Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

function msOf(text: string, nowMs: number, zone: string): number | null {
  if (text === 'now') return nowMs;
  if (text === 'today') return midnight(nowMs, 0, zone);
  if (text === 'yesterday') return midnight(nowMs, -1, zone);
  const [, amount, unit] = SPAN.exec(text) ?? [];
  if (amount !== undefined) return nowMs - Number(amount) * MS_OF[unit as keyof typeof MS_OF];
  if (WITH_ZONE.test(text)) return isDate(text.slice(0, 10)) ? Date.parse(text) : null;
  const [, ...parts] = LOCAL.exec(text) ?? [];
  if (parts.length === 0 || !isDate(text.slice(0, 10))) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  if (hour > 23 || minute > 59 || second > 59) return null;
  return inZone(Date.UTC(year, month - 1, day, hour, minute, second), zone);
}

/** Whether the calendar has the day: the 31st of February is a mistake, not the 3rd of March. */
function isDate(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

function midnight(nowMs: number, days: number, zone: string): number {
  const wall = new Date(nowMs + offsetMs(nowMs, zone));
  return inZone(
    Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + days),
    zone,
  );
}

/** The moment at which clocks of a zone show this; where they skip it, the moment of the skip's other side. */
function inZone(wallMs: number, zone: string): number {
  const first = wallMs - offsetMs(wallMs, zone);
  return wallMs - offsetMs(first, zone);
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(ms: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = parts.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(name) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000;
  return sign === '-' ? -ahead : ahead;
}

/** An option whose value is a moment. */
export function timeOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const found = momentIn(text, Date.now());
    if (found !== null) return found;
    throw new InvalidArgumentError(`Accepted is a time: ${acceptedTimes()}.`);
  });
}

/** Whether a command takes times: its help says in which forms. */
export function takesTimes({ options }: Command): boolean {
  return options.some(({ flags }) => flags.includes('<time>'));
}
