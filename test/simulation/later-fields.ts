import type * as z from 'zod/mini';
import { calendarSchema } from '../../treasury/calendars/calendar.ts';
import { sharedCountsSchema } from '../../treasury/counters/shared-counts.ts';
import { instructionSchema } from '../../treasury/instructions/instruction.ts';
import { laneSchema } from '../../treasury/instructions/lane.ts';
import { breakSchema } from '../../treasury/ledger/break.ts';
import { flowSchema } from '../../treasury/ledger/flow.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { pendingClaimsSchema } from '../../treasury/ledger/pending-claims.ts';
import { type CurrentItem, changeSchema } from '../../treasury/ledger/policy-change.ts';
import { rearmingSchema } from '../../treasury/ledger/rearming.ts';
import { unbookedSchema } from '../../treasury/ledger/unbooked-conclusion.ts';
import { controlsSchema } from '../../treasury/policy/controls.ts';
import { accountSchema } from '../../treasury/policy/registered-account.ts';
import { ruleSchema } from '../../treasury/policy/sweep-rule.ts';
import { webhookSchema } from '../../treasury/policy/webhook.ts';
import {
  changeDigest,
  conclusionDigest,
  instructionDigest,
  policyDigest,
  rearmingDigest,
  type SealTerms,
} from '../../treasury/sealing/messages.ts';
import type { Seal } from '../../treasury/seals/seal.ts';
import { macOf } from '../seals/hmac-seals.ts';
import { TENANT } from './tenant.ts';

/** A field that no schema lists: as if a later version of Sluice had written it. */
export const LATER = 'ofALaterVersion';

/** Writes of items that are rewritten, by the property that holds the item. */
const REWRITTEN = {
  'create-instruction': ['instruction', instructionSchema],
  'replace-instruction': ['instruction', instructionSchema],
  'create-lane': ['lane', laneSchema],
  'replace-lane': ['lane', laneSchema],
  'rearm-lane': ['lane', laneSchema],
  'put-trade-usage': ['usage', sharedCountsSchema],
  'put-approval-usage': ['usage', sharedCountsSchema],
  'put-outflow-usage': ['usage', sharedCountsSchema],
  'put-controls': ['controls', controlsSchema],
  'put-rule': ['rule', ruleSchema],
  'put-account': ['account', accountSchema],
  'put-calendar': ['calendar', calendarSchema],
  'put-webhook': ['webhook', webhookSchema],
  'put-change': ['change', changeSchema],
  'put-flow': ['flow', flowSchema],
  'put-break': ['break', breakSchema],
  'put-pending-claims': ['pendingClaims', pendingClaimsSchema],
  'put-rearming': ['rearming', rearmingSchema],
  'put-unbooked': ['conclusion', unbookedSchema],
} as const satisfies Partial<
  Record<LedgerWrite['kind'], readonly [string, z.ZodMiniObject | z.ZodMiniDiscriminatedUnion]>
>;

/**
 * What ends with the state it is of, with the word or the reading that another one takes the place of: a later one is
 * another thing.
 */
const REPLACED: ReadonlySet<string> = new Set([
  'status',
  'status',
  'settlement',
  'seal',
  'reading',
  // Worked out anew from the readings whenever an interval is looked at again.
  'movements',
]);

/** What a ledger keeps where every item has fields of a later version, and what of them was erased. */
export class LaterFields {
  /** Items as they stand, by what they are and which. */
  readonly #current: Map<string, object>;
  readonly #lost: string[];

  constructor(current: ReadonlyMap<string, object> = new Map(), lost: string[] = []) {
    this.#current = new Map(current);
    this.#lost = lost;
  }

  get lost(): readonly string[] {
    return this.#lost;
  }

  /** The same of a copy of this moment. */
  restored(): LaterFields {
    return new LaterFields(this.#current, this.#lost);
  }

  /** Writes that are done, as they are kept. */
  kept(writes: readonly LedgerWrite[]): readonly LedgerWrite[] {
    return writes.map((write) => (isRewriting(write) ? this.#keptItem(write) : write));
  }

  #keptItem(write: Rewriting): LedgerWrite {
    const [name, schema] = REWRITTEN[write.kind];
    const item = (write as unknown as Readonly<Record<string, Fields>>)[name] ?? {};
    // Ids, ticks and currencies tell the items of one kind apart; of the others there is one.
    const { id, snapshot, currency } = item;
    const kind = name === 'usage' ? write.kind : name;
    const key = [kind, id ?? snapshot, id === undefined ? currency : ''].join('#');
    const current = this.#current.get(key);
    const lost = current === undefined ? null : lostIn(schema, current, item, name);
    if (lost !== null) this.#lost.push(`${write.kind}: ${lost}`);
    // Also what has joined it since: an entry of a list, a rule's usage.
    const marks: Fields = resealed(name, item, marked(schema, item) as Fields);
    this.#current.set(key, marks);
    return { ...write, [name]: marks } as LedgerWrite;
  }
}

type Rewriting = LedgerWrite & { readonly kind: keyof typeof REWRITTEN };

function isRewriting(write: LedgerWrite): write is Rewriting {
  return Object.hasOwn(REWRITTEN, write.kind);
}

type Fields = Readonly<Record<string, unknown>>;

/** By the property that holds it: what a seal over the item is made of. */
const DIGESTS: Readonly<Record<string, (item: never, terms: never) => Uint8Array>> = {
  instruction: instructionDigest,
  controls: pieceDigest('controls'),
  rule: pieceDigest('rule'),
  account: pieceDigest('account'),
  calendar: pieceDigest('calendar'),
  webhook: pieceDigest('webhook'),
  change: changeDigest,
  rearming: rearmingDigest,
  conclusion: conclusionDigest,
};

function pieceDigest(kind: CurrentItem['kind']) {
  return (item: never, terms: SealTerms): Uint8Array =>
    policyDigest(TENANT, { kind, item } as CurrentItem, terms);
}

/** The later version has sealed its fields as well, where a seal is over the item. */
export function resealed(name: string, before: Fields, after: Fields): Fields {
  const digestOf = DIGESTS[name];
  const seal = before.seal as Seal | undefined;
  if (digestOf === undefined || seal === undefined) return after;
  const macOver = (item: Fields) => macOf(digestOf(item as never, seal as never));
  return seal.mac === macOver(before)
    ? { ...after, seal: { ...seal, mac: macOver(after) } }
    : after;
}

/** The same with a field that no schema lists, at every level of it. */
export function marked(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(value as Fields).map(([name, inner]) => {
        const part = def.shape[name];
        return [name, part === undefined || REPLACED.has(name) ? inner : marked(part, inner)];
      });
      return { ...Object.fromEntries(fields), [LATER]: 'kept' };
    }
    case 'array':
      return (value as readonly unknown[]).map((each) => marked(def.element, each));
    case 'record':
      return Object.fromEntries(
        Object.entries(value as Fields).map(([name, each]) => [name, marked(def.valueType, each)]),
      );
    case 'union':
      return marked(optionOf(def, value), value);
    case 'optional':
    case 'nullable':
      return value === undefined || value === null ? value : marked(def.innerType, value);
    default:
      return value;
  }
}

/** Where a field of a later version was, and is not any more, although what held it is there. */
function lostIn(
  schema: z.core.$ZodType,
  before: unknown,
  after: unknown,
  at: string,
): string | null {
  if (Array.isArray(before) && Array.isArray(after)) return lostInList(schema, before, after, at);
  if (!isFields(before) || !isFields(after)) return null;
  // What is of one occurrence of a schedule, as the run that a lane notes, is another thing for the next one.
  if (before.occurrence !== after.occurrence) return null;
  if (Object.hasOwn(before, LATER) && !Object.hasOwn(after, LATER)) return at;
  for (const [name, part] of partsOf(schema, after)) {
    const lost = lostIn(part, before[name], after[name], `${at}.${name}`);
    if (lost !== null) return lost;
  }
  return null;
}

/** Entries are told by what they are of; where nothing says so, they are another reading's, or another word's. */
function lostInList(
  schema: z.core.$ZodType,
  before: readonly unknown[],
  after: readonly unknown[],
  at: string,
): string | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'array') return null;
  for (const each of before) {
    const name = nameOf(each);
    const same = name === null ? undefined : after.find((other) => nameOf(other) === name);
    const lost = lostIn(def.element, each, same, `${at}[]`);
    if (lost !== null) return lost;
  }
  return null;
}

function nameOf(value: unknown): unknown {
  if (!isFields(value)) return null;
  return value.user ?? value.instructionId ?? null;
}

function partsOf(schema: z.core.$ZodType, value: Fields): readonly [string, z.core.$ZodType][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).filter(([name]) => !REPLACED.has(name));
    case 'record':
      return Object.keys(value).map((name) => [name, def.valueType]);
    case 'union':
      return partsOf(optionOf(def, value), value);
    case 'optional':
    case 'nullable':
      return partsOf(def.innerType, value);
    default:
      return [];
  }
}

function optionOf(def: z.core.$ZodUnionDef, value: unknown): z.core.$ZodType {
  const [first] = def.options;
  if (first === undefined) throw new Error('a union without options');
  // Of other unions none holds an item, or a part that outlives a state.
  if (!('discriminator' in def)) return first;
  const name = String(def.discriminator);
  const told = (value as Fields)[name] as z.core.util.Primitive;
  return def.options.find((option) => option._zod.propValues?.[name]?.has(told)) ?? first;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
