import type { Calendar } from '../../calendars/calendar.ts';
import type { LimitCheck } from '../../decisions/decision.ts';
import type { Lane } from '../../instructions/lane.ts';
import type { Controls } from '../../policy/controls.ts';
import type { Halting } from '../../policy/halt-state.ts';
import type { RegisteredAccount } from '../../policy/registered-account.ts';
import { ownCalendarsOf } from '../../policy/rule-calendars.ts';
import type { SweepRule } from '../../policy/sweep-rule.ts';
import { isNewer, newerMessage } from '../../records/newer-version.ts';
import { type CheckResult, notPassed, refused } from './check-result.ts';

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
  const name = newer === undefined ? newerCalendar(rests) : NAMES[newer[0] as keyof typeof NAMES];
  if (name === null) return [];
  return [refused(checkedOf(name), 'newer-version', newerMessage(name))];
}

function newerCalendar({ rule, calendars = [] }: Rests): string | null {
  const newer = rule === null ? undefined : ownCalendarsOf(rule, calendars).find(isNewerItem);
  return newer === undefined ? null : `The calendar ${newer.id}`;
}

/** The same for a rule of which nothing more can be read. */
export function newerRule(): { readonly check: LimitCheck; readonly message: string } {
  return { check: notPassed(checkedOf(NAMES.rule)).check, message: newerMessage(NAMES.rule) };
}

function checkedOf(name: string) {
  return { limit: 'version', seen: `${name}: a later version`, accepted: 'known' } as const;
}

const NAMES: Readonly<Record<Exclude<keyof Rests, 'calendars'>, string>> = {
  rule: 'The rule',
  account: 'The account',
  controls: 'The controls',
  halt: 'The halt',
  lane: 'The lane',
  otherLane: 'The lane of the other currency',
};

function isPart(name: string): name is keyof typeof NAMES {
  return Object.hasOwn(NAMES, name);
}

function isNewerItem(item: unknown): boolean {
  return typeof item === 'object' && item !== null && isNewer(item);
}
