import { unmarshall } from '@aws-sdk/util-dynamodb';
import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import { fromItem, type Item } from '../../../adapters/store/item.ts';
import { instructionTag } from '../../../api/responses/instruction-view.ts';
import type { Quotes } from '../../../sandbox/market/price-walk.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { unbookedView } from '../../../treasury/unbooked/unbooked.ts';
import { TENANT } from '../../integration/functions/deployed-functions.ts';
import type { Real, RealThing } from '../arbitraries/real.ts';

/** What stands in the ledger, as requests can name it. Newest first. */
export interface Known {
  readonly rules: readonly Piece[];
  readonly accounts: readonly Piece[];
  readonly webhooks: readonly Piece[];
  readonly matchingRules: readonly Piece[];
  readonly calendars: readonly Piece[];
  readonly manualRates: readonly Piece[];
  readonly controls: readonly Piece[];
  readonly changes: readonly (Piece & { readonly state: string })[];
  readonly instructions: readonly Instruction[];
  readonly lanes: readonly Lane[];
  readonly audit: readonly { readonly sequence: number; readonly hash: string }[];
}

interface Piece {
  readonly id?: string;
  readonly version: number;
}

/** What does not stand in the ledger: seen in answers, or at the service. */
export interface Seen {
  readonly keys: string[];
  readonly cursors: string[];
  /** Of the halt, which is changed in place. */
  readonly generations: number[];
  readonly prices: () => Quotes;
}

export function knownFrom(items: Iterable<Item>): Known {
  const all = [...items];
  const of = <T>(entity: string) =>
    all.filter((item) => item.entity?.S === entity).map((item) => plain(item) as T);
  return {
    rules: of<Piece>('rule'),
    accounts: of<Piece>('account'),
    webhooks: of<Piece>('webhook'),
    matchingRules: of<Piece>('matching-rule'),
    calendars: of<Piece>('calendar'),
    manualRates: of<Piece>('manual-rate'),
    controls: of<Piece>('controls'),
    changes: of<Piece & { state: string; madeAt: string }>('change').sort((a, b) =>
      b.madeAt < a.madeAt ? -1 : 1,
    ),
    instructions: of<Instruction>('instruction').sort((a, b) =>
      b.createdAt < a.createdAt ? -1 : 1,
    ),
    lanes: of<Lane>('lane'),
    audit: of<{ sequence: number; hash: string }>('audit-entry'),
  };
}

const read = new WeakMap<Item, unknown>();

/** An item as a value. Items are read once: they never change, others take their place. */
function plain(item: Item): unknown {
  const known = read.get(item);
  if (known !== undefined) return known;
  const value = item.entity?.S === 'instruction' ? fromItem(INSTRUCTION, item) : unmarshall(item);
  read.set(item, value);
  return value;
}

/** Of a thing that is not there, an id that nothing has. */
const NOTHING = '00000000-0000-4000-8000-000000000000';

export const INSTRUMENTS = ['BTC/USD', 'ETH/USD', 'ETH/BTC'] as const;

/** How far a price lies on the losing side of the market, which moves while a request is made. */
const MARGIN = 0.01;

/** Fields that a body does not have and the stored thing does. */
const GIVEN: ReadonlySet<string> = new Set([
  'pk',
  'sk',
  'entity',
  'version',
  'activeSince',
  'usableFrom',
  'deletedAt',
  'haltedBecause',
  'secretFor',
  'pausedBySluice',
  'seal',
]);

/** What a request is about, as far as it is known by now. */
export interface Subject {
  /** The id in the path, already found. */
  readonly id: string;
  readonly collection: RealThing | 'controls' | 'halt';
  /** Where the path is for instructions of one kind only. */
  readonly kind: 'trade' | 'withdrawal' | null;
}

/** What a request names, now that it is known what exists. */
export function found(
  { what, pick, patch }: Real,
  known: Known,
  seen: Seen,
  subject: Subject,
): unknown {
  const instructions = known.instructions.filter(
    ({ content }) => subject.kind === null || content.kind === subject.kind,
  );
  const concerned = () => instructions.find(({ id }) => id === subject.id);
  switch (what) {
    case 'tenant':
      return TENANT;
    case 'rule':
      return oneOf(known.rules, pick)?.id ?? NOTHING;
    case 'account':
      return oneOf(known.accounts, pick)?.id ?? NOTHING;
    case 'webhook':
      return oneOf(known.webhooks, pick)?.id ?? NOTHING;
    case 'matching rule':
      return oneOf(known.matchingRules, pick)?.id ?? NOTHING;
    case 'calendar':
      return oneOf(known.calendars, pick)?.id ?? NOTHING;
    case 'manual rate':
      return oneOf(known.manualRates, pick)?.id ?? NOTHING;
    case 'change':
      return oneOf(known.changes, pick)?.id ?? NOTHING;
    case 'open change': {
      const open = known.changes.filter(({ state }) => state === 'proposed');
      return oneOf(open.length > 0 ? open : known.changes, pick)?.id ?? NOTHING;
    }
    case 'instruction':
      return oneOf(instructions, pick)?.id ?? NOTHING;
    case 'awaiting instruction':
      return oneIn(instructions, ['awaiting-approval'], pick);
    case 'cancellable instruction':
      return oneIn(instructions, ['awaiting-approval', 'approved'], pick);
    case 'uncertain instruction':
      return oneIn(instructions, ['unknown', 'anomaly', 'rejected'], pick);
    case 'proposed settlement': {
      const proposed = instructions.filter(({ settlement }) => settlement !== undefined);
      return oneOf(proposed, pick)?.id ?? oneIn(instructions, ['unknown'], pick);
    }
    case 'currency':
      return oneOf(['BTC', 'USD', 'ETH', 'EUR', 'SOL'], pick);
    case 'instrument':
      return oneOf(INSTRUMENTS, pick);
    case 'bid':
    case 'ask': {
      const quote = Number(seen.prices()[INSTRUMENTS[pick] ?? '']?.[what] ?? 1);
      return (quote * (what === 'bid' ? 1 - MARGIN : 1 + MARGIN)).toFixed(2);
    }
    case 'key used':
      return oneOf(seen.keys, pick) ?? 'a-key';
    case 'cursor':
      return oneOf(seen.cursors, pick) ?? 'no-cursor';
    case 'hash':
      return oneOf(known.audit, pick)?.hash ?? '0'.repeat(64);
    case 'sequence':
      return oneOf(known.audit, pick)?.sequence ?? 0;
    case 'moment':
      return new Date(Date.now() - (pick - 5) * 60_000).toISOString();
    case 'its id':
      return subject.id;
    case 'its etag':
      return `"${tagOf(known, seen, subject)}"`;
    case 'its fill':
      return fillOf(concerned());
    case 'as it stands': {
      const stands = current(known, subject) ?? {};
      const kept = Object.entries(stands).filter(([name]) => !GIVEN.has(name));
      return { ...Object.fromEntries(kept), ...patch };
    }
    default:
      return what satisfies never;
  }
}

/** What the ETag of a thing holds: its version, the halt's generation, or the digest of what people decide about. */
function tagOf(known: Known, seen: Seen, subject: Subject): string | number {
  const { id, collection } = subject;
  if (collection === 'halt') return seen.generations[0] ?? 0;
  if (collection === 'instruction') {
    const instruction = known.instructions.find((each) => each.id === id);
    return (instruction && instructionTag(instruction)) ?? '0'.repeat(16);
  }
  if (collection === 'currency') {
    const lane = known.lanes.find(({ currency }) => currency === id);
    const view = lane === undefined ? null : unbookedView(lane, null, instantOf(Date.now()));
    return view?.digest ?? '0'.repeat(16);
  }
  return current(known, subject)?.version ?? 1;
}

/** All of a trade, at its limit; of a withdrawal there is none. */
function fillOf(instruction: Instruction | undefined): object | undefined {
  if (instruction?.content.kind !== 'trade') return undefined;
  const { amount, price } = instruction.content;
  return { base: amount, quote: formatDecimal(decimalOf(amount).times(decimalOf(price))) };
}

function current(known: Known, { id, collection }: Subject): Piece | undefined {
  if (collection === 'controls') return known.controls[0];
  return piecesOf(known, collection).find((each) => each.id === id);
}

function piecesOf(known: Known, collection: Subject['collection']): readonly Piece[] {
  switch (collection) {
    case 'account':
      return known.accounts;
    case 'webhook':
      return known.webhooks;
    case 'matching rule':
      return known.matchingRules;
    case 'calendar':
      return known.calendars;
    case 'manual rate':
      return known.manualRates;
    default:
      return known.rules;
  }
}

function oneOf<T>(all: readonly T[], pick: number): T | undefined {
  return all[pick % Math.max(1, all.length)];
}

/** One in these states; where there is none, any. */
function oneIn(
  instructions: readonly Instruction[],
  states: readonly string[],
  pick: number,
): string {
  const fitting = instructions.filter(({ status }) => states.includes(status.state));
  return oneOf(fitting.length > 0 ? fitting : instructions, pick)?.id ?? NOTHING;
}
