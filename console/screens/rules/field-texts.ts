import type { FieldKind } from './field.ts';

/*
 * What the schema cannot say of a field: which of the console's own lists fills it, and beside which others it stands. A field
 * that is not named here stands under "More".
 */

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
    begins: [
      ...['step', 'minimum', 'maximum', 'budgets', 'withdrawalsPer24Hours'],
      ...['cooldownSeconds', 'approvalAbove'],
    ],
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

export function choiceText(path: string, option: string): string {
  return CHOICES[`${path}=${option}`] ?? option.replaceAll('-', ' ');
}

export function pickerOf(path: string): FieldKind | undefined {
  return PICKERS[path];
}
