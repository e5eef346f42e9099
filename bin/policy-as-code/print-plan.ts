import type { Screen } from '../sluice/screen/screen.ts';
import { padEnd, plain, widthOf, wrapped } from '../sluice/screen/text.ts';
import type { FileProblem } from './folder-documents.ts';
import { OBJECT_KINDS } from './object-kinds.ts';
import type { Plan, PlannedChange } from './plan.ts';

/** How wide and how colourful it may be. */
export type PrintOptions = Pick<Screen, 'width' | 'paint'>;
type Paint = Screen['paint'];

const SIGNS = { create: '+', update: '~', delete: '-' } as const;
const COLOURS = { create: 'green', update: 'yellow', delete: 'red' } as const;
const MEANINGS = { create: 'create', update: 'change', delete: 'delete' } as const;

/** A plan as people read it, line by line. */
export function printPlan(plan: Plan, options: PrintOptions): readonly string[] {
  const { changes, drift, backtest } = plan;
  const { paint } = options;
  const sections = [
    driftSection(drift, paint),
    changes.flatMap((change) => ['', ...changeLines(change, options)]),
    changes.length === 0 ? [] : ['', legend(changes)],
    backtest.length === 0
      ? []
      : [
          '',
          paint('bold', 'Over the last 30 days'),
          ...backtest.flatMap((line) => indented(line, options.width)),
        ],
    ['', ...wrapped(summary(plan), options.width).map((line) => paint('bold', line))],
    plan.notManaged.length === 0 ? [] : wrapped(notManaged(plan), options.width),
  ];
  return [`Plan for tenant ${plan.tenant} at ${plan.api}`, ...sections.flat()];
}

/** Why there is no plan, one line for each problem. */
export function printProblems(problems: readonly FileProblem[]): readonly string[] {
  const many = `${problems.length} problem${problems.length === 1 ? '' : 's'}`;
  const lines = problems.map(({ file, path, seen, accepted }) => {
    const at = path === '' ? file : `${file}: ${path}`;
    return plain(`  ${at}: seen ${seen}; accepted ${accepted}`);
  });
  return [`Cannot plan: ${many} in the folder.`, ...lines];
}

function changeLines(change: PlannedChange, { width, paint }: PrintOptions): readonly string[] {
  const { kind, id, label, action, fields, unchangedFields, widens } = change;
  const named =
    kind === 'controls'
      ? 'controls'
      : `${OBJECT_KINDS[kind].noun} "${plain(label)}" (${plain(id)})`;
  const when = widens.length === 0 ? 'acts at once' : 'needs the approval of another person';
  const title = `${paint(COLOURS[action], `${SIGNS[action]} ${named}`)}: ${when}`;
  const left = Math.max(0, ...fields.map(({ field }) => field.length));
  const shown = fields.flatMap(({ field, before, after, widens: why }) => {
    const values = valuesOf(action, before, after);
    const lines = fitted(`    ${padEnd(plain(field), left)}  `, values, width);
    return action !== 'update' || why === null
      ? lines
      : [...lines, paint('dim', `      more can leave: ${why}`)];
  });
  const rest =
    action === 'update' && unchangedFields > 0
      ? [paint('dim', `    ${counted(unchangedFields, 'field')} unchanged`)]
      : [];
  return [title, ...shown, ...rest];
}

function valuesOf(
  action: PlannedChange['action'],
  before: unknown,
  after: unknown,
): readonly string[] {
  if (action === 'create') return [shown(after)];
  if (action === 'delete') return [shown(before)];
  return [shown(before), `-> ${shown(after)}`];
}

/** As a file would have it, with nothing in it that a terminal acts upon. */
function shown(value: unknown): string {
  return value === null ? 'nothing' : plain(JSON.stringify(value));
}

/** On one line if they fit, else below each other: a value is never cut. */
function fitted(head: string, values: readonly string[], width: number): readonly string[] {
  const line = head + values.join(' ');
  if (widthOf(line) <= width || values.length === 1) return [line];
  const [first = '', ...others] = values;
  return [head + first, ...others.map((each) => ' '.repeat(6) + each)];
}

/** A sentence below a heading, on as many lines as it needs. */
function indented(text: string, width: number): readonly string[] {
  return wrapped(plain(text), width - 2).map((line) => `  ${line}`);
}

/** Only the signs that occur. */
function legend(changes: readonly PlannedChange[]): string {
  const occurring = (['create', 'update', 'delete'] as const).filter((action) =>
    changes.some((change) => change.action === action),
  );
  return occurring.map((action) => `${SIGNS[action]} ${MEANINGS[action]}`).join('   ');
}

function driftSection(drift: Plan['drift'], paint: Paint): readonly string[] {
  if (drift.length === 0) return [];
  const lines = drift.map(({ kind, id, known, current }) => {
    const name = kind === 'controls' ? kind : `${OBJECT_KINDS[kind].noun} ${id}`;
    const now = current === null ? 'deleted' : `version ${current}`;
    return `  ${name}: ${known === null ? 'new' : `was version ${known}`}, now ${now}`;
  });
  const heading = 'Changed elsewhere since the last pull or apply';
  return [
    '',
    paint('bold', heading),
    ...lines,
    '  The plan below would set them back to what the folder says.',
  ];
}

/** One line: what the plan does, or that there is nothing to do. */
export function summary({ changes, unchanged }: Plan): string {
  if (changes.length === 0) {
    return `No changes: ${counted(unchanged, 'object')} in the folder, all as they stand.`;
  }
  const by = (action: PlannedChange['action']) =>
    changes.filter((each) => each.action === action).length;
  const atOnce = changes.filter(({ widens }) => widens.length === 0).length;
  const approvals = changes.length - atOnce;
  const parts = [
    `${by('create')} to create, ${by('update')} to change, ${by('delete')} to delete, ${unchanged} unchanged.`,
    atOnce === 0 ? '' : `${atOnce} ${atOnce === 1 ? 'acts' : 'act'} at once.`,
    approvals === 0
      ? ''
      : `${approvals} ${approvals === 1 ? 'needs' : 'need'} the approval of another person.`,
  ];
  return `Plan: ${parts.filter((part) => part !== '').join(' ')}`;
}

/** A kind that is missing in the folder is no wish to delete all of it. */
function notManaged({ notManaged: kinds }: Plan): string {
  const places = kinds.map((kind) => OBJECT_KINDS[kind].place);
  return `Not in the folder, and left as they stand: ${places.join(', ')}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
