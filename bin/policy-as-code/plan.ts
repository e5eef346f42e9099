import * as z from 'zod/mini';
import { type Drafts, KINDS, type ObjectKind } from './object-kinds.ts';

/** Version of the JSON that `sluice plan --json` writes and `sluice apply --plan` reads; grows with every change of it. */
export const PLAN_VERSION = 2;

const fieldChange = z.strictObject({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Why more can leave by it; null: it narrows, or does not matter for that. */
  widens: z.nullable(z.string()),
});

const object = { kind: z.enum(KINDS), id: z.string(), label: z.string() };

const plannedChange = z.strictObject({
  ...object,
  action: z.enum(['create', 'update', 'delete']),
  /** The version that it rests on; null: the object is new. */
  expected: z.nullable(z.int()),
  fields: z.array(fieldChange),
  unchangedFields: z.int(),
  /** Why another person has to approve. Empty: it acts at once. */
  widens: z.array(z.string()),
  /** The whole content afterwards; null where it is deleted. */
  content: z.nullable(z.record(z.string(), z.unknown())),
});

const drifted = z.strictObject({
  ...object,
  /** The version that was pulled or applied last, and the one that stands; null: there is none. */
  known: z.nullable(z.int()),
  current: z.nullable(z.int()),
});

/** What a plan would change, and on which versions it rests. */
export const planSchema = z.strictObject({
  planVersion: z.literal(PLAN_VERSION),
  tenant: z.string(),
  /** The address of the API that it was made for: it is applied nowhere else. */
  api: z.string(),
  madeAt: z.string(),
  changes: z.array(plannedChange),
  /** Objects that the folder has as they stand. */
  unchanged: z.int(),
  /** Kinds that the folder has no place for: whatever stands of them stays. */
  notManaged: z.array(z.enum(KINDS)),
  /** Objects that changed since the last pull or apply, by another way than this folder. */
  drift: z.array(drifted),
  /** What the plan would have done over the last 30 days, a sentence for each currency. */
  backtest: z.array(z.string()),
});

export type Plan = z.infer<typeof planSchema>;
export type PlannedChange = Plan['changes'][number];

/** One object that stands. */
export interface CurrentObject<Kind extends ObjectKind = ObjectKind> {
  readonly kind: Kind;
  readonly id: string;
  readonly version: number;
  readonly draft: Drafts[Kind];
}

/** The versions that the folder knew last: those of the last pull or apply, by `KIND:KEY`. */
export type KnownVersions = Readonly<Record<string, number>>;

export function labelOf(draft: Drafts[ObjectKind]): string {
  return 'label' in draft ? draft.label : 'controls';
}
