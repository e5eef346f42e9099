import { pathText } from '../../display/path-text.ts';
import type { FieldKind } from './field.ts';

/*
 * What the schema cannot say of a field: what people call it, which of the console's own lists fills it, and beside which
 * others it stands. A field that is not named here is labelled by its name and stands under "More".
 */

const LABELS: Readonly<Record<string, string>> = {
  id: 'Id',
  label: 'Name',
  purpose: 'Purpose',
  owner: 'Owner',
  currency: 'Currency',
  kind: 'What it does with the surplus',
  withdrawalAccountId: 'To account',
  split: 'Among several accounts',
  into: 'Into currency',
  instrument: 'Instrument',
  side: 'Side',
  low: 'Alert when below',
  threshold: 'Sweep when above',
  keep: 'Always keep',
  'allocation.kind': 'How much',
  'allocation.percent': 'Percent of the surplus',
  'allocation.amount': 'Fixed amount',
  minimum: 'Smallest sweep',
  maximum: 'Largest sweep',
  step: 'In steps of',
  'budgets.per24Hours': 'Budget for 24 hours',
  'budgets.per30Days': 'Budget for 30 days',
  cooldownSeconds: 'Rest after a sweep',
  'schedule.kind': 'When',
  'schedule.expression': 'Cron expression',
  'schedule.timeZone': 'Time zone',
  latestStartSeconds: 'Latest start',
  calendars: 'Business days of',
  convention: 'On other days',
  'cutOff.time': 'Cut-off',
  'cutOff.timeZone': 'Time zone of the cut-off',
  maximumBalanceAgeSeconds: 'Oldest balance to act on',
  'backoff.firstSeconds': 'First pause after a failure',
  'backoff.maximumSeconds': 'Longest pause after failures',
  priority: 'Order in its currency',
  approvalAbove: 'Approval above',
  enabled: 'Switched on',
};

const CHOICES: Readonly<Record<string, string>> = {
  'kind=sweep': 'Sweep it to an account',
  'kind=convert': 'Convert it by a trade',
  'side=any': 'As the instrument has it',
  'allocation.kind=all': 'All of the surplus',
  'allocation.kind=percentage': 'A percentage of it',
  'allocation.kind=fixed': 'A fixed amount',
  'schedule.kind=every-snapshot': 'With every snapshot',
  'schedule.kind=cron': 'At certain times (cron)',
  'convention=skip': 'Skipped',
  'convention=following': 'Moved to the next business day',
  'convention=preceding': 'Moved to the last business day before',
  'convention=modified-following': 'Moved to the next, within the month',
};

const PICKERS: Readonly<Record<string, FieldKind>> = {
  currency: 'currency',
  withdrawalAccountId: 'account',
  split: 'split',
  into: 'currency',
  'schedule.timeZone': 'time-zone',
  'hours.timeZone': 'time-zone',
  calendars: 'calendars',
  'cutOff.timeZone': 'time-zone',
};

/** The value that a form shows of a choice that a rule leaves out: it is never sent. */
const LEFT_OUT: Readonly<Record<string, string>> = { kind: 'sweep', side: 'any' };

export function leftOut(path: string): string | undefined {
  return LEFT_OUT[path];
}

/** Fields that only one kind of rule has; it cannot do without those that are needed. */
const OF_KIND: Readonly<Record<string, { readonly kind: string; readonly isNeeded: boolean }>> = {
  withdrawalAccountId: { kind: 'sweep', isNeeded: true },
  split: { kind: 'sweep', isNeeded: false },
  into: { kind: 'convert', isNeeded: true },
  instrument: { kind: 'convert', isNeeded: false },
  side: { kind: 'convert', isNeeded: false },
};

export function ofKind(path: string): (typeof OF_KIND)[string] | undefined {
  return OF_KIND[path];
}

export interface Section {
  readonly title: string;
  readonly begins: readonly string[];
  /** Closed at first: what is rarely changed. */
  readonly isFolded?: boolean;
}

/** The parts of the form; a field stands in the first part that names it or what it begins with. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'What it is',
    begins: [
      ...['label', 'id', 'currency', 'kind', 'withdrawalAccountId', 'split'],
      ...['into', 'instrument', 'side', 'enabled', 'purpose', 'owner'],
    ],
  },
  {
    title: 'When and how much',
    begins: [
      ...['threshold', 'keep', 'low', 'allocation', 'schedule', 'latestStartSeconds'],
      ...['calendars', 'convention', 'cutOff'],
    ],
  },
  {
    title: 'Limits',
    begins: ['step', 'minimum', 'maximum', 'budgets', 'cooldownSeconds', 'approvalAbove'],
  },
  { title: 'More', begins: [''], isFolded: true },
];

/** The same of a matching rule, which says what the books expect. */
export const MATCHING_SECTIONS: readonly Section[] = [
  { title: 'What it is', begins: ['label', 'id', 'kind', 'direction', 'currency', 'enabled'] },
  { title: 'How much', begins: ['minimum', 'maximum', 'repeats', 'per24Hours'] },
  { title: 'When', begins: ['hours', 'schedule'] },
  { title: 'More', begins: [''], isFolded: true },
];

/** What a matching rule calls otherwise than a sweep rule does. */
export const MATCHING_LABELS: Readonly<Record<string, string>> = {
  label: 'Name of the class',
  kind: 'What it is',
  direction: 'Direction',
  minimum: 'Smallest movement',
  maximum: 'Largest movement',
  'repeats.amount': 'Amount that repeats',
  'repeats.tolerance': 'Give or take',
  per24Hours: 'At most in 24 hours',
  'hours.timeZone': 'Time zone of the hours',
  'hours.from': 'Hours from',
  'hours.to': 'Hours to',
  'hours.weekdays': 'Days of the week',
  'schedule.expression': 'Schedule (cron)',
  'schedule.timeZone': 'Time zone of the schedule',
  'schedule.toleranceSeconds': 'Before and after it',
};

export function sectionOf(path: string, sections: readonly Section[] = SECTIONS): string {
  const found = sections.find(({ begins }) => begins.some((each) => isBelow(path, each)));
  return found?.title ?? 'More';
}

/** Where a field stands within its section; fields that the section does not name come last. */
export function placeIn({ begins }: Section, path: string): number {
  const found = begins.findIndex((each) => each !== '' && isBelow(path, each));
  return found === -1 ? begins.length : found;
}

function isBelow(path: string, beginning: string): boolean {
  return beginning === '' || path === beginning || path.startsWith(`${beginning}.`);
}

/** "budgets.perWeek" without a label of its own becomes "Budgets per week". */
export function labelOf(path: string): string {
  return LABELS[path] ?? pathText(path, ' ');
}

export function choiceText(path: string, option: string): string {
  return CHOICES[`${path}=${option}`] ?? option.replaceAll('-', ' ');
}

export function pickerOf(path: string): FieldKind | undefined {
  return PICKERS[path];
}
