import type { Calendar } from '../../calendars/calendar.ts';
import type { FactOf } from '../../facts/check-fact.ts';
import type { Lane } from '../../instructions/lane.ts';
import type { Controls } from '../../policy/controls.ts';
import type { Halting } from '../../policy/halt-state.ts';
import type { RegisteredAccount } from '../../policy/registered-account.ts';
import { ownCalendarsOf } from '../../policy/rule-calendars.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { isNewer } from '../../records/newer-version.ts';
import { type CheckResult, refused } from './check-result.ts';

/** The basis of a decision. */
interface Rests {
  readonly rule: SweepRule | null;
  readonly account: RegisteredAccount | null;
  readonly controls: Controls | null;
  readonly halt: Halting;
  readonly lane: Lane | null;
  /** Of the currency that a rule converts into; absent: it sweeps. */
  readonly otherLane?: Lane | null;
  /** Those of the policy. Absent: none. */
  readonly calendars?: readonly Calendar[];
}

/**
 * An item of a later version of Sluice may mean more than this version sees: nothing is decided on it. There is a
 * check only if there is such an item.
 */
export function checkVersions(rests: Rests): readonly CheckResult[] {
  const newer = Object.entries(rests).find(([name, item]) => isPart(name) && isNewerItem(item));
  const part = newer === undefined ? newerCalendar(rests) : PARTS[newer[0] as keyof typeof PARTS];
  return part === null ? [] : [refused(factOf(part), 'newer-version')];
}

function newerCalendar({ rule, calendars = [] }: Rests): NewerPart | null {
  const newer = rule === null ? undefined : ownCalendarsOf(rule, calendars).find(isNewerItem);
  return newer === undefined ? null : { calendarId: newer.id };
}

/** The same for a rule of which nothing more can be read. */
export function newerRule(): { readonly fact: NewerFact; readonly holds: false } {
  return { fact: factOf(PARTS.rule), holds: false };
}

type NewerFact = FactOf<'newer-version'>;
type NewerPart = NewerFact['part'];

function factOf(part: NewerPart): NewerFact {
  return { limit: 'version', code: 'newer-version', part };
}

const PARTS = {
  rule: 'rule',
  account: 'account',
  controls: 'controls',
  halt: 'halt',
  lane: 'lane',
  otherLane: 'other-lane',
} as const satisfies Readonly<Record<Exclude<keyof Rests, 'calendars'>, NewerPart>>;

function isPart(name: string): name is keyof typeof PARTS {
  return Object.hasOwn(PARTS, name);
}

function isNewerItem(item: unknown): boolean {
  return typeof item === 'object' && item !== null && isNewer(item);
}
