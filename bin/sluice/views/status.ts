import { type components, isProblem, type SluiceClient } from '@sluice/client';
import type { Screen } from '../screen/screen.ts';
import { fieldsOf, tableOf } from '../screen/table.ts';
import { agoOf, worthOf } from './formats.ts';
import { amountTextOf, type Instruction, targetOf } from './instruction.ts';

type Lane = components['schemas']['LaneView'];
type Halt = components['schemas']['Halt'];
type Run = components['schemas']['RuleDecision'];

/** What the front page of a treasury says. */
export interface Status {
  readonly mode: string;
  readonly halt: Halt;
  readonly snapshot: components['schemas']['SnapshotTaken'] | null;
  /** Currencies in which nothing can be claimed before people or time free them. */
  readonly blocked: readonly Lane[];
  readonly waiting: {
    readonly instructions: readonly Instruction[];
    readonly changes: readonly components['schemas']['PolicyChange'][];
  };
  /** The decisions of the last run, one for each rule. */
  readonly lastRun: readonly Run[];
}

/** Items of a kind that are read: a front page names some, and says that there are more. */
const MOST_WAITING = 50;
/** Rules of the last run that are read: a page of the API. */
const MOST_RULES = 200;

export async function readStatus(api: SluiceClient): Promise<Status> {
  const [controls, snapshot, lanes, instructions, changes, decisions] = await Promise.all([
    api.get('/v1/controls'),
    latestSnapshot(api),
    api.get('/v1/lanes'),
    api.get('/v1/instructions', { query: { state: 'awaiting-approval', limit: MOST_WAITING } }),
    api.get('/v1/changes', { query: { state: 'proposed', limit: MOST_WAITING } }),
    api.get('/v1/decisions', { query: { limit: MOST_RULES } }),
  ]);
  const { mode, halt } = controls.data;
  return {
    mode,
    halt,
    snapshot,
    blocked: lanes.data.items.filter(({ state }) => !['idle', 'sending'].includes(state)),
    waiting: { instructions: instructions.data.items, changes: changes.data.items },
    lastRun: lastRunOf(decisions.data.items),
  };
}

async function latestSnapshot(api: SluiceClient): Promise<Status['snapshot']> {
  try {
    const { data } = await api.get('/v1/snapshots/latest');
    return data;
  } catch (error) {
    // A fresh deployment has none.
    if (isProblem(error) && error.status === 404) return null;
    throw error;
  }
}

type Decided = components['schemas']['Decision'];

function lastRunOf(items: readonly Decided[]): readonly Run[] {
  const newest = items[0]?.snapshot;
  return items.filter(({ snapshot }) => snapshot === newest).map(({ decision }) => decision);
}

const MODE_COLOURS: Readonly<Record<string, Parameters<Screen['paint']>[0]>> = {
  live: 'green',
  'dry-run': 'yellow',
  halted: 'red',
};

export function statusLines(status: Status, screen: Screen, nowMs: number): readonly string[] {
  const { instructions, changes } = status.waiting;
  return [
    ...fieldsOf(
      [
        ['mode', status.mode + becauseOf(status), MODE_COLOURS[status.mode] ?? 'yellow'],
        ['value', worthLine(status.snapshot, nowMs)],
        ['blocked', status.blocked.map(({ currency }) => currency).join(', ') || 'nothing'],
        [
          'waiting',
          `${counted(instructions.length, 'instruction')}, ${counted(changes.length, 'change')}`,
        ],
      ],
      screen,
    ),
    ...section('blocked', blockedLines(status.blocked, screen), screen),
    ...section('waiting for a decision', waitingLines(status, screen, nowMs), screen),
    ...section('last run', runLines(status.lastRun, screen), screen),
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

function worthLine(snapshot: Status['snapshot'], nowMs: number): string {
  if (snapshot === null) return 'no snapshot yet';
  const { valuation, takenAt } = snapshot;
  const currency = valuation?.reportingCurrency ?? '';
  const { total, partialTotal } = valuation ?? {};
  const worth =
    total !== null && total !== undefined
      ? worthOf(total, currency)
      : partialTotal === undefined
        ? 'unknown'
        : `${worthOf(partialTotal, currency)} of what has a price`;
  return `${worth}, ${agoOf(takenAt, nowMs)}`;
}

function blockedLines(lanes: readonly Lane[], screen: Screen): readonly string[] {
  if (lanes.length === 0) return [];
  return tableOf<Lane>(
    [
      { title: 'CURRENCY', of: ({ currency }) => currency },
      { title: 'STATE', of: ({ state }) => state, paint: () => 'red' },
      { title: 'WHY', of: ({ blockedBy }) => blockedBy?.why ?? '', wraps: true, spare: 1 },
      { title: 'NEXT', of: ({ blockedBy }) => blockedBy?.next ?? '', wraps: true },
    ],
    lanes,
    screen,
  );
}

interface Waiting {
  readonly id: string;
  readonly what: string;
  readonly to: string;
  readonly expiresAt: string | undefined;
}

function waitingLines({ waiting }: Status, screen: Screen, nowMs: number): readonly string[] {
  const rows: readonly Waiting[] = [
    ...waiting.instructions.map((each) => ({
      id: each.id,
      what: amountTextOf(each),
      to: targetOf(each),
      expiresAt: each.status.state === 'awaiting-approval' ? each.status.expiresAt : undefined,
    })),
    ...waiting.changes.map(({ id, subject, expiresAt }) => ({
      id,
      what: 'change',
      to: subject,
      expiresAt,
    })),
  ];
  if (rows.length === 0) return [];
  return tableOf<Waiting>(
    [
      { title: 'ID', of: ({ id }) => id },
      { title: 'WHAT', of: ({ what }) => what },
      { title: 'TO', of: ({ to }) => to, spare: 1 },
      {
        title: 'EXPIRES',
        of: ({ expiresAt }) => (expiresAt === undefined ? '' : agoOf(expiresAt, nowMs)),
      },
    ],
    rows,
    screen,
  );
}

function runLines(run: readonly Run[], screen: Screen): readonly string[] {
  if (run.length === 0) return [];
  return tableOf<Run>(
    [
      { title: 'RULE', of: ({ ruleId }) => ruleId },
      {
        title: 'DECISION',
        of: (decision) => (decision.outcome === 'sweep' ? 'sweep' : decision.reason),
        paint: ({ outcome }) => (outcome === 'sweep' ? 'green' : null),
      },
      { title: 'WHY', of: ({ explanation }) => explanation, wraps: true },
    ],
    run,
    screen,
  );
}

function section(title: string, lines: readonly string[], screen: Screen): readonly string[] {
  return lines.length === 0 ? [] : ['', screen.paint('bold', title), ...lines];
}

function counted(number: number, noun: string): string {
  const more = number >= MOST_WAITING ? ' or more' : '';
  return `${number}${more} ${noun}${number === 1 ? '' : 's'}`;
}
