import type { BlockedLane } from '../evidence/weigh.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { type ClaimRecord, claimRecordSchema } from '../instructions/lane.ts';
import { knownPart } from '../records/unknown-fields.ts';
import { canonicalJson } from '../seals/canonical-json.ts';

/*
 * A claim stands twice: in each lane that it holds, and in its instruction. Of a trade, the instruction's copy is the one of
 * the base lane, with what the lane of the quote currency says otherwise.
 */

/** A claim as its instruction keeps it. The debits stand in the lane that pays, and here in any case. */
export function ownCopyOf(base: ClaimRecord, quote: ClaimRecord | undefined): ClaimRecord {
  if (quote === undefined) return base;
  const { balanceBefore, outgoing, debits = [] } = quote;
  return {
    ...base,
    quoteBalanceBefore: balanceBefore,
    ...(outgoing === undefined ? {} : { quoteOutgoing: outgoing }),
    ...(debits.length > 0 && { debits }),
  };
}

/** Whether what a lane's claim says is what its instruction was claimed by, to the last field. */
export function isOwnCopy({ status, content }: Instruction, lane: BlockedLane): boolean {
  if (!('claim' in status)) return false;
  const own = knownPart(claimRecordSchema, status.claim);
  const said = knownPart(claimRecordSchema, lane.status.claim);
  const written = content.kind === 'withdrawal' ? own : inLaneOf(own, content, lane.currency);
  return canonicalJson(written) === canonicalJson(said);
}

/** What the lane of one of a trade's currencies holds of its claim. */
function inLaneOf(
  { quoteBalanceBefore, quoteOutgoing, debits, ...base }: ClaimRecord,
  { instrument }: { readonly instrument: string },
  currency: string,
): ClaimRecord | null {
  const { outgoing: baseOutgoing, ...bare } = base;
  const isBase = currency === instrument.split('/')[0];
  const balanceBefore = isBase ? base.balanceBefore : quoteBalanceBefore;
  if (balanceBefore === undefined) return null;
  const outgoing = isBase ? baseOutgoing : quoteOutgoing;
  if (outgoing === undefined) return { ...bare, balanceBefore, debits: [] };
  return {
    ...bare,
    balanceBefore,
    outgoing,
    ...(debits === undefined ? {} : { debits }),
  };
}
