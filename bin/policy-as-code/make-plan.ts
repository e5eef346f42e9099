import type { ShownComparison } from '../../treasury/changes/widens.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { inShortestForm } from './amounts.ts';
import { type Drafts, KINDS, OBJECT_KINDS, type ObjectKind } from './object-kinds.ts';
import {
  type CurrentObject,
  type KnownVersions,
  labelOf,
  PLAN_VERSION,
  type Plan,
  type PlannedChange,
} from './plan.ts';
import type { DesiredObject, DesiredPolicy } from './read-folder.ts';

export interface PlanInput {
  readonly tenant: string;
  readonly api: string;
  readonly madeAt: Instant;
  readonly desired: DesiredPolicy;
  readonly current: readonly CurrentObject[];
  readonly known: KnownVersions;
}

/**
 * The difference between a folder and what stands, with defaults filled in. Whether an object differs is asked of amounts by
 * value ("5.0" is "5"); an object that differs is shown, and written, as its file has it. Pure: the same input gives the
 * same plan.
 */
export function makePlan({ tenant, api, madeAt, desired, current, known }: PlanInput): Plan {
  const inForce = new Map(current.map((each) => [keyOf(each), each]));
  const wanted = new Map(desired.objects.map((each) => [keyOf(each), each]));
  const updates = desired.objects.flatMap((each) => planned(each, inForce.get(keyOf(each))));
  const deletions = current
    .filter((each) => desired.managed.has(each.kind) && each.kind !== 'controls')
    .filter((each) => !wanted.has(keyOf(each)))
    .map(deletion);
  const changes = [...updates, ...deletions].sort(byOrderOfWork);
  return {
    planVersion: PLAN_VERSION,
    tenant,
    api,
    madeAt,
    changes,
    unchanged: desired.objects.length - updates.length,
    notManaged: KINDS.filter((kind) => !desired.managed.has(kind)),
    drift: driftOf(desired, current, known, new Set(changes.map(keyOf))),
    backtest: [],
  };
}

/** "rule:btc-cold": an object's name among all kinds. */
export function keyOf({ kind, id }: { readonly kind: ObjectKind; readonly id: string }): string {
  return `${kind}:${OBJECT_KINDS[kind].keyOf(id)}`;
}

function planned(
  { kind, id, draft }: DesiredObject,
  inForce: CurrentObject | undefined,
): readonly PlannedChange[] {
  // The id as it stands: a UUID in upper case is the same account.
  const own = inForce?.id ?? id;
  const after = 'id' in draft ? { ...draft, id: own } : draft;
  const before = inForce?.draft ?? null;
  if (before !== null && isSameContent(kind, before, after)) return [];
  const { differences: fields, widens } = compare(kind, before, after);
  return [
    {
      kind,
      id: own,
      label: labelOf(draft),
      action: inForce === undefined ? 'create' : 'update',
      expected: inForce?.version ?? null,
      fields: [...fields],
      unchangedFields:
        countFields(after) - fields.filter(({ after: value }) => value !== null).length,
      widens: [...widens],
      content: { ...after },
    },
  ];
}

function deletion({ kind, id, version, draft }: CurrentObject): PlannedChange {
  const { differences: fields } = compare(kind, null, draft);
  return {
    kind,
    id,
    label: labelOf(draft),
    action: 'delete',
    expected: version,
    fields: fields.map(({ field, after }) => ({ field, before: after, after: null, widens: null })),
    unchangedFields: 0,
    widens: [],
    content: null,
  };
}

/** The same with every amount in its shortest form: how an amount is written alone is no change. */
function isSameContent(
  kind: ObjectKind,
  before: Drafts[ObjectKind],
  after: Drafts[ObjectKind],
): boolean {
  const { schema } = OBJECT_KINDS[kind];
  const { differences: fields } = compare(
    kind,
    inShortestForm(schema, before),
    inShortestForm(schema, after),
  );
  return fields.length === 0;
}

function compare(
  kind: ObjectKind,
  before: Drafts[ObjectKind] | null,
  after: Drafts[ObjectKind],
): ShownComparison {
  // The kind says which drafts these are; the table's own type cannot follow that.
  const judge = OBJECT_KINDS[kind].compare as (
    before: Drafts[ObjectKind] | null,
    after: Drafts[ObjectKind],
  ) => ShownComparison;
  return judge(before, after);
}

function countFields(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/**
 * What can stop something goes first. Then the calendars and the accounts, so that a rule finds
 * what it names, the rules, and the accounts and calendars that no rule needs any more at the end.
 */
function byOrderOfWork(one: PlannedChange, other: PlannedChange): number {
  return (
    turnOf(one) - turnOf(other) ||
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    (one.id < other.id ? -1 : 1)
  );
}

function turnOf({ kind, action, widens }: PlannedChange): number {
  if (action === 'delete') return kind === 'account' || kind === 'calendar' ? 4 : 0;
  if (widens.length === 0 || kind === 'calendar') return 1;
  return kind === 'rule' ? 3 : 2;
}

/** Objects of another version than the folder knew, and with another content than it has. */
function driftOf(
  { managed }: DesiredPolicy,
  current: readonly CurrentObject[],
  known: KnownVersions,
  differing: ReadonlySet<string>,
): Plan['drift'] {
  const inForce = new Set(current.map(keyOf));
  const changed = current.filter(
    (each) => isKnown(known) && differing.has(keyOf(each)) && known[keyOf(each)] !== each.version,
  );
  const gone = Object.keys(known).filter((key) => differing.has(key) && !inForce.has(key));
  return [
    ...changed.map((each) => ({
      kind: each.kind,
      id: each.id,
      label: labelOf(each.draft),
      known: known[keyOf(each)] ?? null,
      current: each.version,
    })),
    ...gone.map((key) => {
      const [kind, id = ''] = key.split(/:(.*)/s) as [ObjectKind, string];
      return { kind, id, label: id, known: known[key] ?? null, current: null };
    }),
  ].filter(({ kind }) => managed.has(kind));
}

/** A folder that was never pulled or applied knows nothing, so nothing has drifted from it. */
function isKnown(known: KnownVersions): boolean {
  return Object.keys(known).length > 0;
}
