import { createHash } from 'node:crypto';
import { type DecisionRun, decisionRunSchema } from '../../treasury/ledger/stored-decision.ts';
import { packJson, unpackJson } from './codec.ts';
import { attributesOf, type Item, type ItemKind, toItem } from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import { expiryOf, type Retention } from './retention.ts';
import { type Beside, besideOf, rowsOf, valuesIn } from './rows-by-shape.ts';
import type { StoreTable } from './store-table.ts';

/** Where runs are written and read, and for how long they are kept. */
export interface DecisionRunTable {
  readonly table: StoreTable;
  readonly retention: Retention;
}

/** The one codec of runs so far: rows by shape. */
const CODEC = 1;

/** Characters of the digest of what a run rests on: 132 bits, of which no two are alike by chance. */
const DIGEST_CHARACTERS = 22;

/** What the decisions of a run rest on and that runs after it rest on as well, such as rules: one for each decision. */
export interface Pinned {
  /** The digest that it is kept under; undefined if a run says everything itself. */
  readonly digest: string | undefined;
  readonly beside: readonly Beside[];
}

const NOTHING: Pinned = { digest: undefined, beside: [] };

export function pinnedOf(pinned: readonly object[]): Pinned {
  return pinned.length === 0
    ? NOTHING
    : { digest: digestOfPinned(pinned), beside: pinned.map(besideOf) };
}

/** The digest that it is kept under. */
export function digestOfPinned(pinned: readonly object[]): string {
  const digest = createHash('sha256').update(JSON.stringify(pinned)).digest('base64url');
  return digest.slice(0, DIGEST_CHARACTERS);
}

/** A run whose record says what its decisions rest on by the digest of it. */
export function decisionRunKind({ digest, beside }: Pinned): ItemKind<DecisionRun> {
  return {
    entity: 'decision-run',
    schema: decisionRunSchema,
    key: (tenant, { snapshot, part }) => snapshotKeys.decisionRun(tenant, snapshot, part),
    beside: [SNAPSHOT_EXPIRY, 'pinned'],
    pack: ({ decisions, ...rest }) => ({
      ...rest,
      ...(digest === undefined ? {} : { pinned: digest }),
      packed: packJson(CODEC, rowsOf(decisions, beside)),
    }),
    unpack: ({ packed, ...rest }) => ({
      ...rest,
      decisions: valuesIn(unpackJson(CODEC, packed), beside),
    }),
  };
}

/** A run that says everything itself. */
export const DECISION_RUN = decisionRunKind(NOTHING);

/** A run as its item, with the second after which it may be removed. */
export function decisionRunItem(
  tenant: string,
  run: DecisionRun,
  retention: Retention,
  pinned: readonly object[] = [],
): Item {
  return toItem({
    ...attributesOf(decisionRunKind(pinnedOf(pinned)), tenant, run),
    ...expiryOf(run.snapshot, retention),
  });
}

/** @throws Error if the ledger was opened without it: only sweep runs name it. */
export function openedRuns(runs: DecisionRunTable | null): DecisionRunTable {
  if (runs === null) throw new Error('this ledger was opened without the table of decision runs');
  return runs;
}
