import type { AuditEntry, AuditFact } from '../audit/audit-entry.ts';
import type { CurrentItem } from '../ledger/policy-change.ts';
import { MAX_ITEM_BYTES } from '../ledger/transaction-limits.ts';
import type { Controls } from '../policy/controls.ts';
import { jsonBytes } from '../records/json-bytes.ts';
import { withoutSeal } from '../sealing/messages.ts';
import { canonicalText } from '../seals/canonical-text.ts';

const ACTION = 'apply-first-policy';

/** Bytes of policy in one entry: three quarters of an item, since the fields beside it and the names of lists take some. */
const MAX_ENTRY_BYTES = (MAX_ITEM_BYTES * 3) / 4;

/** The lists of an entry, by the kind of their pieces. */
const LISTS = {
  account: 'accounts',
  rule: 'rules',
  calendar: 'calendars',
  'matching-rule': 'matchingRules',
  'manual-rate': 'manualRates',
  webhook: 'webhooks',
} as const;

type Piece = Exclude<CurrentItem, { readonly kind: 'controls' }>;

/**
 * A first policy as the audit log has it: one fact, or as many as its pieces need, each with a share of them in the same
 * lists. The last has the controls, and is written with them.
 */
export function firstPolicyFacts(
  act: Pick<AuditFact, 'at' | 'by' | 'requestId'>,
  pieces: readonly CurrentItem[],
  controls: Controls,
): readonly AuditFact[] {
  const shares = sharesOf(pieces.filter(isPiece), MAX_ENTRY_BYTES - jsonBytes(controls));
  return shares.map((share, index) => ({
    ...act,
    ...{ action: ACTION, subject: 'policy', before: null },
    after: { ...(index === shares.length - 1 ? { controls } : {}), ...listsOf(share) },
    ...(shares.length > 1 ? { part: { number: index + 1, of: shares.length } } : {}),
  }));
}

/**
 * The parts that a run which broke off has not written. Null if it wrote one that is none of these: then the log would say
 * what does not stand. The last is never there: it stands with the controls.
 */
export function notYetIn(
  entries: readonly AuditEntry[],
  facts: readonly AuditFact[],
): readonly AuditFact[] | null {
  const written = new Set(entries.filter(({ action }) => action === ACTION).map(contentOf));
  const wanted = new Set(facts.map(contentOf));
  if ([...written].some((content) => !wanted.has(content))) return null;
  return facts.filter((fact) => !written.has(contentOf(fact)));
}

/** What a part says, whoever ran the command. */
function contentOf({ part, after }: AuditFact): string {
  return canonicalText({ part: part ?? null, after });
}

/** In the order of the pieces; one share where there are none. */
function sharesOf(pieces: readonly Piece[], most: number): readonly (readonly Piece[])[] {
  const shares: Piece[][] = [[]];
  let bytes = 0;
  for (const piece of pieces) {
    const size = jsonBytes(piece.item);
    bytes += size;
    if (bytes > most && shares.at(-1)?.length !== 0) {
      shares.push([]);
      bytes = size;
    }
    shares.at(-1)?.push(piece);
  }
  return shares;
}

function listsOf(share: readonly Piece[]): Readonly<Record<string, readonly object[]>> {
  return Object.fromEntries(
    Object.entries(LISTS).map(([kind, name]) => [
      name,
      share.filter((piece) => piece.kind === kind).map(({ item }) => withoutSeal(item)),
    ]),
  );
}

function isPiece(piece: CurrentItem): piece is Piece {
  return piece.kind !== 'controls';
}
