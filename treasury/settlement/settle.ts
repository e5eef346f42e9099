import { type AuditFact, type AuditHead, appendToChain } from '../audit/audit-entry.ts';
import { takenByTrade } from '../booking/outgoing.ts';
import { debitsIn } from '../counters/counter.ts';
import { changeOfFill, expectedChange } from '../evidence/expected-change.ts';
import type { Tampering } from '../facts/halt-facts.ts';
import { advance } from '../instructions/advance.ts';
import { asSent, type Instruction, type SettlementProposal } from '../instructions/instruction.ts';
import { releaseLane } from '../instructions/lane-transitions.ts';
import { destinationOf } from '../instructions/rule-failures.ts';
import { missedByEnd } from '../ledger/ended-occurrence.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { weighClaims } from '../sealing/judge-claims.ts';
import { forgedReading, refuseForged } from '../sealing/refuse-forged.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import { judgeSettlementWord, sealedSettlement } from '../sealing/word-seals.ts';
import type { Seals, SealVerifier } from '../seals/ports.ts';
import { debitsOfClaim, refunds } from '../sending/refunds.ts';
import type { ReadAnew } from '../snapshots/read-anew.ts';
import type { ReadingPorts } from '../snapshots/trusted-readings.ts';
import type { Instant } from '../time/instant.ts';
import { isPartial, shareOfRest } from './judge-fill.ts';
import {
  judgeSettlement,
  type SettlementJudgement,
  type SettlementRefusal,
  type SettlementView,
} from './judge-settlement.ts';
import type { SettlementCommand } from './settlement-command.ts';
import { seenIn } from './stands.ts';
import {
  type Basis,
  basisOf,
  type ReadingRefusal,
  refuseReadings,
  type WeighAnewPorts,
} from './weigh-anew.ts';

/**
 * How often a settlement is tried again after another writer came in between: the watchdog adds evidence on every
 * tick, another person may act. Three collisions in one request mean people in a hurry.
 */
const MAX_SETTLE_ATTEMPTS = 3;

export interface SettlePorts extends ReadingPorts {
  readonly snapshots: WeighAnewPorts['snapshots'];
  /** The first person's word is sealed, and verified before another person agrees. */
  readonly seals: Seals;
  readonly ledger: Pick<
    Ledger,
    | 'epoch'
    | 'readInstruction'
    | 'readLanes'
    | 'readPolicy'
    | 'readCounts'
    | 'readAuditHead'
    | 'knownWithdrawals'
    | 'commit'
  >;
}

interface JudgingPorts {
  readonly ledger: Pick<Ledger, 'epoch'>;
  readonly seals: SealVerifier;
}

export type SettleResult =
  /** One person has said so; a second one has to agree. */
  | { readonly result: 'proposed'; readonly instruction: Instruction; readonly replayed: boolean }
  | { readonly result: 'settled'; readonly instruction: Instruction; readonly replayed: boolean }
  | { readonly result: 'refused'; readonly refusal: SettlementRefusal }
  | Contended;

/**
 * Settles a request of unknown outcome: the first person's word is a proposal, a second, different person's word
 * settles it, each on the current evidence. Instruction, lanes and audit change in one write; "not executed" only
 * once the quarantine is over, which that write's condition requires as well. The second word rests on balances that Sluice
 * itself has read, one of them now: the evidence alone might be another program's. Repeating a request that was carried
 * out returns the current state.
 */
export async function settle(
  ports: SettlePorts,
  command: SettlementCommand,
): Promise<SettleResult> {
  let basis: Promise<Basis> | null = null;
  // Once for each word, however often it is written: a reading of after it was given.
  const readings = (claimedAt: Instant) => {
    basis ??= basisOf(ports, command.tenant, claimedAt);
    return basis;
  };
  return await untilWritten(() => settleOnce(ports, command, readings), MAX_SETTLE_ATTEMPTS);
}

type Readings = (claimedAt: Instant) => Promise<Basis>;

/** Null if another writer came in between. */
async function settleOnce(
  ports: SettlePorts,
  command: SettlementCommand,
  readings: Readings,
): Promise<SettleResult | null> {
  const { tenant, withdrawalId } = command;
  const [policy, lanes, head, known] = await Promise.all([
    ports.ledger.readPolicy(tenant),
    ports.ledger.readLanes(tenant),
    ports.ledger.readAuditHead(tenant),
    ports.ledger.knownWithdrawals(tenant, withdrawalId === undefined ? [] : [withdrawalId]),
  ]);
  // After the lanes: settled in between, it shows as settled, not as unknown without its lane.
  const instruction = await ports.ledger.readInstruction(tenant, command.instructionId);
  const at = ports.now();
  const isOwn = isOfItsAnswer(instruction, withdrawalId);
  const { controls, rules } = policy;
  const view = { at, instruction, lanes, controls, idIsKnown: known.size > 0 && !isOwn };
  const { judged, besides } = await judgeSealedSettlement(ports, command, view);
  if (judged.judgement === 'refuse') return { result: 'refused', refusal: judged.refusal };
  if (judged.judgement === 'settled-before') {
    return { result: 'settled', instruction: judged.instruction, replayed: true };
  }
  if (judged.judgement === 'proposed-before') {
    return { result: 'proposed', instruction: judged.instruction, replayed: true };
  }
  const weighed = await weighedAnew(ports, command, judged, readings);
  if ('code' in weighed) return { result: 'refused', refusal: weighed };
  const written =
    judged.judgement === 'propose'
      ? await propose(ports, command, at, judged.instruction)
      : agree(command, at, judged, weighed);
  const refund =
    judged.judgement === 'settle' && weighed.nothingGivenBack === undefined
      ? await refundOf(ports, command, judged)
      : [];
  const next = advance(judged.instruction, written.event);
  const writes: readonly LedgerWrite[] = [
    { kind: 'replace-instruction', instruction: next },
    ...written.changes,
    ...refund,
    ...missedByEnd(judged.instruction, next, rules),
    audited(head, command, at, judged, next, weighed),
    ...besides,
  ];
  const { ok } = await ports.ledger.commit(tenant, writes);
  if (!ok) return null;
  return judged.judgement === 'propose'
    ? { result: 'proposed', instruction: next, replayed: false }
    : { result: 'settled', instruction: next, replayed: false };
}

interface ForTheRecord {
  readonly readAnew?: ReadAnew;
  /** Why, if something other than Sluice wrote what the claim says. */
  readonly nothingGivenBack?: Tampering;
}

/**
 * Before the second word settles: what the lanes say of the claim, and what Sluice has read since. A first word settles
 * nothing.
 */
async function weighedAnew(
  ports: SettlePorts,
  command: SettlementCommand,
  judged: SettlementJudgement,
  readings: Readings,
): Promise<ReadingRefusal | ForTheRecord> {
  if (judged.judgement !== 'settle') return {};
  const { instruction, blocked } = judged;
  const [first] = blocked;
  if (first === undefined) throw new Error(`instruction ${instruction.id} holds no lane`);
  const claims = await weighClaims(ports, instruction, blocked);
  if (claims.kind === 'refused') return claims.refusal;
  const basis = await readings(first.status.claim.claimedAt);
  const saysNot = !command.executed || isPartial(instruction.content, command.fill);
  return (
    (await refuseForged(ports, command.tenant, instruction.id, forgedReading(basis.forged))) ??
    refuseReadings(instruction, blocked, basis, { saysNot, first: judged.first }) ?? {
      readAnew: basis.readAnew,
      ...(claims.kind === 'disbelieved' && { nothingGivenBack: claims.found }),
    }
  );
}

/**
 * The second person agrees with a person: a first word that no deciding function took counts for nothing, and this
 * one becomes the first. A consequence of that: everything is halted, except for a word from another ledger, of which
 * this one is a copy.
 */
export async function judgeSealedSettlement(
  { ledger, seals }: JudgingPorts,
  command: SettlementCommand,
  view: SettlementView,
): Promise<{ readonly judged: SettlementJudgement; readonly besides: readonly LedgerWrite[] }> {
  const judged = judgeSettlement(command, view);
  const first = firstWordOf(judged);
  const { instruction } = view;
  if (first === null || instruction === null) return { judged, besides: [] };
  const verdict = await judgeSettlementWord(seals, await ledger.epoch(), instruction, first);
  if (verdict === 'valid') return { judged, besides: [] };
  const { settlement: _, ...unspoken } = instruction;
  const unsealed = { by: first.by, instructionId: instruction.id };
  const found = { code: 'settlement-unsealed', ...unsealed } as const;
  return {
    judged: judgeSettlement(command, { ...view, instruction: unspoken }),
    besides: verdict === 'foreign' ? [] : [tamperingHalt(instruction.id, found, view.at)],
  };
}

/** The word that this one rests on: another person's, to agree or to differ; or the same person's, that stands. */
function firstWordOf(judged: SettlementJudgement): SettlementProposal | null {
  if (judged.judgement === 'settle' || judged.judgement === 'proposed-before') return judged.first;
  if (judged.judgement !== 'refuse' || judged.refusal.code !== 'proposal-differs') return null;
  return judged.refusal.proposal;
}

/** The debits of the part that was not executed are given back: of all of it, or of the rest of a trade. */
async function refundOf(
  { ledger }: SettlePorts,
  { tenant, executed, fill }: SettlementCommand,
  { instruction, blocked }: SettlementJudgement & { readonly judgement: 'settle' },
): Promise<readonly LedgerWrite[]> {
  const { content } = instruction;
  const debits = debitsOfClaim(blocked);
  if (!executed) return await refunds(ledger, tenant, debits);
  if (fill === undefined || !isPartial(content, fill)) return [];
  // What counts against the tiers of approvals stays: a part of it was executed.
  const rest = debitsIn('trade-usage', debits).map((debit) => ({
    ...debit,
    amount: shareOfRest(content, fill, debit.amount),
  }));
  return await refunds(ledger, tenant, rest);
}

interface Written {
  readonly event: Parameters<typeof advance>[1];
  readonly changes: readonly LedgerWrite[];
}

async function propose(
  { ledger, seals }: SettlePorts,
  command: SettlementCommand,
  at: Instant,
  instruction: Instruction,
): Promise<Written> {
  const { by, executed, comment, evidence } = command;
  if (instruction.evidence === undefined) throw new Error(`nothing is known of ${instruction.id}`);
  const seen = seenIn(instruction.evidence);
  const said = { by, at, executed, ...idOf(command), ...fillOf(command), comment, evidence, seen };
  const proposal = await sealedSettlement(seals, await ledger.epoch(), instruction, said);
  return { event: { kind: 'propose-settlement', proposal }, changes: [] };
}

function agree(
  command: SettlementCommand,
  at: Instant,
  { instruction, first, blocked }: SettlementJudgement & { readonly judgement: 'settle' },
  { nothingGivenBack }: ForTheRecord,
): Written {
  const { executed, withdrawalId } = command;
  const comment = `${first.by}: ${first.comment}; ${command.by}: ${command.comment}`;
  const content = asSent(instruction);
  const lanes = blocked.map((lane): LedgerWrite => {
    const change =
      content.kind === 'trade' && command.fill !== undefined
        ? changeOfFill(content, command.fill, lane.currency)
        : expectedChange(content, lane.currency);
    const { outgoing } = lane.status.claim;
    const taken =
      content.kind === 'trade' && command.fill !== undefined && nothingGivenBack === undefined
        ? takenByTrade(content, lane.currency, outgoing, { executed: command.fill })
        : undefined;
    const freed = releaseLane(lane, instruction.id, executed, at, {
      change,
      destination: destinationOf(instruction),
      ...(taken === undefined ? {} : { taken }),
      ...(nothingGivenBack === undefined ? {} : { keepsDebits: true }),
    });
    const saysNot = !executed || isPartial(content, command.fill);
    const released = saysNot ? { releasedAt: at } : {};
    return { kind: 'replace-lane', lane: freed, from: lane.status.state, read: lane, ...released };
  });
  const known: readonly LedgerWrite[] =
    withdrawalId === undefined || isOfItsAnswer(instruction, withdrawalId)
      ? []
      : [{ kind: 'record-withdrawal-id', withdrawalId, instructionId: instruction.id }];
  return {
    event: {
      kind: 'settle',
      at,
      by: [first.by, command.by],
      executed,
      comment,
      ...idOf(command),
      ...fillOf(command),
    },
    changes: [...lanes, ...known],
  };
}

/** Recorded with the answer that is settled: it is this instruction's own. */
export function isOfItsAnswer(
  instruction: Instruction | null,
  withdrawalId: string | undefined,
): boolean {
  if (instruction === null || withdrawalId === undefined) return false;
  const { status } = instruction;
  const ids = 'withdrawalIds' in status ? (status.withdrawalIds ?? []) : [];
  return ids.includes(withdrawalId);
}

function idOf({ withdrawalId }: SettlementCommand): { readonly withdrawalId?: string } {
  return withdrawalId === undefined ? {} : { withdrawalId };
}

function fillOf({ fill }: SettlementCommand): Pick<SettlementCommand, 'fill'> {
  return fill === undefined ? {} : { fill };
}

function audited(
  head: AuditHead,
  command: SettlementCommand,
  at: Instant,
  judged: SettlementJudgement & { readonly judgement: 'propose' | 'settle' },
  next: Instruction,
  weighed: ForTheRecord,
): LedgerWrite {
  const { executed, comment, evidence, requestId } = command;
  const people =
    judged.judgement === 'settle'
      ? { by: judged.first.by, approvedBy: command.by }
      : { by: command.by };
  const fact: AuditFact = {
    at,
    ...people,
    action: judged.judgement === 'settle' ? 'settle' : 'propose-settlement',
    subject: command.instructionId,
    requestId,
    before: { state: judged.instruction.status.state, version: judged.instruction.version },
    after: {
      state: next.status.state,
      version: next.version,
      executed,
      ...idOf(command),
      ...fillOf(command),
      comment,
      evidence,
      ...weighed,
    },
  };
  return { kind: 'append-audit', entry: appendToChain(head, fact) };
}
