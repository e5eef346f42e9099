import * as z from 'zod/mini';
import { accountKey } from '../../treasury/policy/registered-account.ts';
import { destinationsOf } from '../../treasury/policy/rule-split.ts';
import { ruleDraftSchema } from '../../treasury/policy/sweep-rule.ts';
import { keyOf } from './make-plan.ts';
import type { CurrentObject, KnownVersions, Plan, PlannedChange } from './plan.ts';
import type { PolicyApi, WriteOutcome } from './policy-api.ts';

/** What became of one change of a plan. */
type Outcome =
  | WriteOutcome
  /** It rests on an account that another person has to approve first. */
  | { readonly outcome: 'waits'; readonly account: string }
  /** The plan ended before its turn. */
  | { readonly outcome: 'not-tried' };

export type Applied = { readonly change: PlannedChange } & Outcome;

export type ApplyResult =
  | {
      readonly result: 'applied';
      readonly changes: readonly Applied[];
      readonly known: KnownVersions;
    }
  /** Nothing was written: these objects are not the ones that the plan rests on. */
  | { readonly result: 'moved'; readonly objects: readonly Moved[] };

export interface Moved {
  readonly change: PlannedChange;
  /** Null: there is no such object. */
  readonly current: number | null;
}

/**
 * Makes exactly the plan. Nothing is written if an object of it has another version by now; a version that moves
 * meanwhile is refused by the API, and ends the plan there. Approvals stay with other people: a change that widens is
 * proposed, never approved.
 */
export async function applyPlan(api: PolicyApi, plan: Plan): Promise<ApplyResult> {
  const current = await api.current();
  const moved = movedSince(plan, current);
  if (moved.length > 0) return { result: 'moved', objects: moved };
  const known: Record<string, number> = Object.fromEntries(
    current.map((each) => [keyOf(each), each.version]),
  );
  const pending = new Set<string>();
  const changes: Applied[] = [];
  let isEnded = false;
  for (const change of plan.changes) {
    const account = pendingAccountOf(change, pending);
    const outcome: Outcome = isEnded
      ? { outcome: 'not-tried' }
      : account !== null
        ? { outcome: 'waits', account }
        : await api.write(change);
    changes.push({ change, ...outcome });
    isEnded ||= outcome.outcome === 'refused';
    if (outcome.outcome === 'applied') noteApplied(known, change, outcome.version);
    if (outcome.outcome === 'proposed' && change.kind === 'account')
      pending.add(accountKey(change.id));
  }
  return { result: 'applied', changes, known };
}

function movedSince({ changes }: Plan, current: readonly CurrentObject[]): readonly Moved[] {
  const versions = new Map(current.map((each) => [keyOf(each), each.version]));
  return changes
    .map((change) => ({ change, current: versions.get(keyOf(change)) ?? null }))
    .filter(({ change, current: version }) => version !== change.expected);
}

function noteApplied(known: Record<string, number>, change: PlannedChange, version: number): void {
  if (change.action === 'delete') Reflect.deleteProperty(known, keyOf(change));
  else known[keyOf(change)] = version;
}

/** Where the money of a rule goes. */
const payingSchema = z.pick(ruleDraftSchema, { withdrawalAccountId: true, split: true });

function pendingAccountOf(
  { kind, content }: PlannedChange,
  pending: ReadonlySet<string>,
): string | null {
  if (kind !== 'rule') return null;
  const { data: paying } = z.safeParse(payingSchema, content);
  const ids = paying === undefined ? [] : destinationsOf(paying);
  return ids.find((id) => pending.has(accountKey(id))) ?? null;
}
