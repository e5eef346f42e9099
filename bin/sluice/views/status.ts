import { type components, isProblem } from '@sluice/client';
import type { ReadingClient } from '../context.ts';
import type { Screen } from '../screen/screen.ts';
import { fieldsOf, tableOf } from '../screen/table.ts';
import { agoOf, amountOf, momentOf, spanOf, worthOf } from './formats.ts';
import { nextText, whyText } from './lane-next.ts';
import { notStatedSentences } from './not-stated.ts';

type Overview = components['schemas']['Overview'];
type Lane = components['schemas']['LaneView'];
type Item = components['schemas']['InboxItem'];
type Run = Overview['lastRuns'][number];

/** What the front page of a treasury says, with what waits; null where the caller's role does not see that. */
export interface Status extends Overview {
  readonly inbox: readonly Item[] | null;
}

/** Items that are named: a front page says that there are more, and the inbox has them. */
const NAMED_ITEMS = 10;

export async function readStatus(api: ReadingClient): Promise<Status> {
  const [overview, inbox] = await Promise.all([api.get('/v1/overview'), waiting(api)]);
  return { ...overview.data, inbox };
}

async function waiting(api: ReadingClient): Promise<Status['inbox']> {
  try {
    return (await api.get('/v1/inbox')).data.items;
  } catch (error) {
    if (isProblem(error, 'role-missing')) return null;
    throw error;
  }
}

/** Whether a person has to do something before money moves everywhere again. */
export function isStuck({ mode, blocked, failing }: Status): boolean {
  return blocked.length > 0 || failing.length > 0 || (mode !== 'live' && mode !== 'dry-run');
}

const MODE_COLOURS: Readonly<Record<Overview['mode'], Parameters<Screen['paint']>[0]>> = {
  live: 'green',
  'dry-run': 'yellow',
  halted: 'red',
  disarmed: 'red',
  unreadable: 'red',
};

export function statusLines(status: Status, screen: Screen, nowMs: number): readonly string[] {
  const { mode, blocked, failing, unreadable = [], inbox, lastRuns, health } = status;
  return [
    ...fieldsOf(
      [
        ['mode', `${mode}${becauseOf(status)}`, MODE_COLOURS[mode]],
        ['value', worthLine(status)],
        ['not stated', notStatedSentences(status.notStated).join('; ') || undefined, 'yellow'],
        ['change', changeLine(status)],
        ['snapshot', snapshotLine(status), health.state === 'ok' ? undefined : 'red'],
        ['blocked', blocked.map(({ currency }) => currency).join(', ') || 'nothing'],
        ['failing', failing.map(({ summary }) => summary).join('; ') || undefined, 'red'],
        [
          'unreadable',
          unreadable.map(({ piece, id }) => `${piece} ${id}`).join(', ') || undefined,
          'red',
        ],
        ['waiting', waitingLine(status)],
      ],
      screen,
    ),
    ...section('blocked', blockedLines(blocked, screen), screen),
    ...section('waiting for a decision', waitingLines(inbox ?? [], screen, nowMs), screen),
    ...section('last runs', runLines(lastRuns, screen), screen),
  ];
}

function becauseOf({ halt }: Status): string {
  const { because } = halt;
  const halted = Object.keys(halt.currencies);
  return [
    because === null ? '' : ` (by ${because.by}: ${because.comment})`,
    halted.length === 0 ? '' : `; halted: ${halted.join(', ')}`,
  ].join('');
}

function worthLine({ value: { total, partialTotal }, reportingCurrency }: Status): string {
  if (reportingCurrency === null) return 'unknown';
  if (total !== null) return worthOf(total, reportingCurrency);
  return partialTotal === undefined
    ? 'unknown'
    : `${worthOf(partialTotal, reportingCurrency)} of what is stated and has a price`;
}

function changeLine({ change, reportingCurrency }: Status): string | undefined {
  const said = (['day', 'week'] as const).flatMap((span) => {
    const amount = change[span]?.amount ?? null;
    if (amount === null || reportingCurrency === null) return [];
    const percent = change[span]?.percent ?? null;
    const share = percent === null ? '' : ` (${percent} %)`;
    return [`${worthOf(amount, reportingCurrency)}${share} in a ${span}`];
  });
  return said.length === 0 ? undefined : said.join(', ');
}

function snapshotLine({ health: { state, ageSeconds, lastMiss } }: Status): string {
  if (ageSeconds === null) return 'none yet';
  const age = `${spanOf(ageSeconds)} old`;
  if (state === 'ok') return age;
  return `${state}, ${age}${lastMiss === null ? '' : `: ${lastMiss.reason}`}`;
}

function waitingLine({ waiting }: Status): string | undefined {
  if (waiting === null) return undefined;
  const { total, forMe } = waiting;
  return total === 0 ? 'nothing' : `${total}, of which you may decide ${forMe}`;
}

function blockedLines(lanes: readonly Lane[], screen: Screen): readonly string[] {
  if (lanes.length === 0) return [];
  return tableOf<Lane>(
    [
      { title: 'CURRENCY', of: ({ currency }) => currency },
      { title: 'STATE', of: ({ state }) => state, paint: () => 'red' },
      { title: 'WHY', of: whyText, wraps: true, spare: 1 },
      { title: 'NEXT', of: nextText, wraps: true },
    ],
    lanes,
    screen,
  );
}

function waitingLines(items: readonly Item[], screen: Screen, nowMs: number): readonly string[] {
  if (items.length === 0) return [];
  const lines = tableOf<Item>(
    [
      { title: 'ID', of: ({ id }) => id },
      { title: 'KIND', of: ({ kind }) => kind, spare: 1 },
      {
        title: 'AMOUNT',
        of: ({ money }) => (money === null ? '' : amountOf(money.amount, money.currency)),
        align: 'right',
      },
      {
        title: 'EXPIRES',
        of: ({ expiresAt }) => (expiresAt === null ? '' : agoOf(expiresAt, nowMs)),
      },
    ],
    items.slice(0, NAMED_ITEMS),
    screen,
  );
  const more = items.length - NAMED_ITEMS;
  return more > 0 ? [...lines, `and ${more} more: sluice inbox`] : lines;
}

function runLines(runs: readonly Run[], screen: Screen): readonly string[] {
  if (runs.length === 0) return [];
  return tableOf<Run>(
    [
      { title: 'SNAPSHOT (UTC)', of: ({ snapshot }) => momentOf(snapshot) },
      { title: 'SWEPT', of: sweptIn, paint: ({ swept }) => (swept.length > 0 ? 'green' : null) },
      {
        title: 'NOT SWEPT',
        of: ({ notSwept }) =>
          Object.entries(notSwept)
            .map(([reason, rules]) => `${rules} ${reason}`)
            .join(', '),
        wraps: true,
      },
    ],
    runs,
    screen,
  );
}

function sweptIn({ swept }: Run): string {
  return swept.map(({ amount, currency }) => amountOf(amount, currency)).join(', ') || 'nothing';
}

function section(title: string, lines: readonly string[], screen: Screen): readonly string[] {
  return lines.length === 0 ? [] : ['', screen.paint('bold', title), ...lines];
}
