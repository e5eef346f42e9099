import { appendToChain } from '../audit/audit-entry.ts';
import { MAX_CHANGE_ATTEMPTS } from '../changes/refusal.ts';
import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { concludeUnbookedAmounts } from '../instructions/lane-transitions.ts';
import { unreadableIn } from '../instructions/not-sent.ts';
import { noteConcluded } from '../instructions/note-concluded.ts';
import type { Break } from '../ledger/break.ts';
import type { Ledger, LedgerWrite } from '../ledger/ledger.ts';
import {
  conclusionsIn,
  MAX_EARLIER_CONCLUSIONS,
  type UnbookedConclusion,
  type UnbookedOutcome,
  unbookedSchema,
} from '../ledger/unbooked-conclusion.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { DEFAULT_CHANGE_EXPIRY_SECONDS } from '../policy/policy-limits.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import { type RefusedByFormat, refusedByFormat } from '../rules/refused-by-format.ts';
import { withoutSeal } from '../sealing/messages.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import { judgeConclusion, sealedConclusion } from '../sealing/word-seals.ts';
import type { Seals } from '../seals/ports.ts';
import { refunds } from '../sending/refunds.ts';
import type { ReadAnew } from '../snapshots/read-anew.ts';
import { freshReading, type ReadingPorts } from '../snapshots/trusted-readings.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { debitsOf } from './debits-given-back.ts';
import { type UnbookedView, unbookedView } from './unbooked.ts';
import {
  type ReadUnbooked,
  type UnbookedReadingRefusal,
  unbookedReadAnew,
} from './unbooked-anew.ts';
import { closedUnbooked } from './unbooked-break.ts';

export interface ConcludeUnbookedPorts extends ReadingPorts {
  readonly ledger: Pick<
    Ledger,
    | 'epoch'
    | 'readPolicy'
    | 'readLanes'
    | 'readCounts'
    | 'readInstruction'
    | 'readAuditHead'
    | 'commit'
  >;
  /** The first person's word is sealed, and verified before another person agrees. */
  readonly seals: Seals;
  readonly unbooked: {
    /** Strongly consistent; null if no person ever concluded anything about the currency. */
    readonly readConclusion: (
      tenant: string,
      currency: string,
    ) => Promise<UnbookedConclusion | null>;
    /** Breaks that name unbooked amounts and are not closed; may be a second old. */
    readonly openBreaks: (tenant: string) => Promise<readonly Break[]>;
  };
}

export interface ConcludeUnbookedCommand {
  readonly tenant: string;
  readonly currency: string;
  /** Digest of the amounts that the person saw. */
  readonly digest: string;
  readonly by: string;
  readonly outcome: UnbookedOutcome;
  readonly comment: string;
  readonly requestId: string;
}

export type ConcludeUnbookedRefusal =
  | { readonly code: 'not-found'; readonly message: string }
  | { readonly code: 'unreadable'; readonly message: string }
  | { readonly code: 'nothing-unbooked'; readonly message: string }
  | { readonly code: 'lane-busy'; readonly message: string; readonly instructionId: string }
  | { readonly code: 'in-quarantine'; readonly message: string; readonly until: Instant }
  | { readonly code: 'unbooked-changed'; readonly message: string; readonly digest: string }
  | UnbookedReadingRefusal
  | RefusedByFormat
  | {
      readonly code: 'proposal-differs';
      readonly message: string;
      readonly proposal: UnbookedConclusion;
    };

export type ConcludeUnbookedResult =
  /** One person has said so; another one has to. */
  | {
      readonly result: 'proposed';
      readonly conclusion: UnbookedConclusion;
      readonly replayed: boolean;
    }
  | {
      readonly result: 'concluded';
      readonly conclusion: UnbookedConclusion;
      readonly replayed: boolean;
    }
  | { readonly result: 'refused'; readonly refusal: ConcludeUnbookedRefusal }
  | Contended;

/**
 * Concludes everything unbooked in a lane, when two different people have said the same about the very same amounts. The
 * lane, the breaks that name the amounts, the word of both and the audit log change in one write.
 */
export async function concludeUnbooked(
  ports: ConcludeUnbookedPorts,
  command: ConcludeUnbookedCommand,
): Promise<ConcludeUnbookedResult> {
  let read: ReturnType<ReadUnbooked> | null = null;
  // Once for each word, however often it is written: a reading of after it was given.
  const readings = () => {
    read ??= freshReading(ports, command.tenant);
    return read;
  };
  return await untilWritten(() => concludeOnce(ports, command, readings), MAX_CHANGE_ATTEMPTS);
}

async function concludeOnce(
  ports: ConcludeUnbookedPorts,
  command: ConcludeUnbookedCommand,
  readings: ReadUnbooked,
): Promise<ConcludeUnbookedResult | null> {
  const { tenant, currency, by, digest } = command;
  const [lanes, policy, current] = await Promise.all([
    ports.ledger.readLanes(tenant),
    ports.ledger.readPolicy(tenant),
    ports.unbooked.readConclusion(tenant, currency),
  ]);
  if (current?.concluded !== undefined && isSaidBy(current, command)) {
    return { result: 'concluded', conclusion: current, replayed: true };
  }
  const lane = lanes.find((each) => each.currency === currency);
  const at = ports.now();
  const view = lane === undefined ? null : unbookedView(lane, policy.controls, at);
  const refusal = refusedByFormat(policy.controls) ?? refuseConclusion(command, lane, view, at);
  if (refusal !== null) return { result: 'refused', refusal };
  if (lane === undefined || view === null) throw new Error(`${currency} was judged without a lane`);
  const first = current !== null && conclusionStands(current, digest, at) ? current : null;
  if (first !== null && first.by === by && isSame(first, command)) {
    return { result: 'proposed', conclusion: first, replayed: true };
  }
  if (first === null || first.by === by) {
    return await propose(ports, command, { view, current, at });
  }
  const doubt = await doubtOf(ports, first, at);
  if (doubt !== null) {
    return await propose(ports, command, { view, current, at, besides: doubt });
  }
  if (!isSame(first, command)) {
    const message = `${first.by} said otherwise. Who said it may say it anew; or both agree.`;
    return { result: 'refused', refusal: { code: 'proposal-differs', message, proposal: first } };
  }
  const read = await unbookedReadAnew(ports, await readings(), { lane, view, policy });
  if ('code' in read) return { result: 'refused', refusal: read };
  return await agree(ports, command, { first, lane, at, readAnew: read });
}

/** The same person's same word again, after it was carried out: perhaps the first response was lost. */
function isSaidBy(current: UnbookedConclusion, { by, digest }: ConcludeUnbookedCommand): boolean {
  return current.digest === digest && (current.by === by || current.concluded?.by === by);
}

export function conclusionStands(
  current: UnbookedConclusion,
  digest: string,
  at: Instant,
): boolean {
  return current.concluded === undefined && current.digest === digest && at < current.expiresAt;
}

function isSame(first: UnbookedConclusion, { outcome }: ConcludeUnbookedCommand): boolean {
  if (first.outcome === 'booked' || outcome.outcome === 'booked') {
    return first.outcome === outcome.outcome;
  }
  return first.budget === outcome.budget;
}

export function refuseConclusion(
  { currency, digest }: Pick<ConcludeUnbookedCommand, 'currency' | 'digest'>,
  lane: Lane | undefined,
  view: UnbookedView | null,
  at: Instant,
): ConcludeUnbookedRefusal | null {
  if (lane === undefined) {
    return { code: 'not-found', message: `No lane of ${currency} is known.` };
  }
  const unreadable = unreadableIn([lane], [currency]);
  if (unreadable !== null) return { code: 'unreadable', message: sayNotSent(unreadable) };
  if (view === null) {
    return { code: 'nothing-unbooked', message: `The balances show everything of ${currency}.` };
  }
  if (lane.status.state !== 'idle') {
    const { instructionId } = lane.status.claim;
    const message = `${instructionId} holds ${currency} (${lane.status.state}): settle it first.`;
    return { code: 'lane-busy', message, instructionId };
  }
  const until = view.concludableFrom;
  if (until !== null && at < until) {
    const message = `Until ${until} the service may still execute the latest request.`;
    return { code: 'in-quarantine', message, until };
  }
  if (view.digest === digest) return null;
  const message = 'The unbooked amounts are not what you saw. Look at them again.';
  return { code: 'unbooked-changed', message, digest: view.digest };
}

/**
 * Null if a person said it: else it counts for nothing, and the next person's word is the first. A consequence of
 * that: everything is halted, except for a word from another ledger, of which this one is a copy.
 */
async function doubtOf(
  { ledger, seals }: ConcludeUnbookedPorts,
  first: UnbookedConclusion,
  at: Instant,
): Promise<readonly LedgerWrite[] | null> {
  const verdict = await judgeConclusion(seals, await ledger.epoch(), first);
  if (verdict === 'valid') return null;
  if (verdict === 'foreign') return [];
  const { currency, by } = first;
  const found = { code: 'unbooked-unsealed', by, currency } as const;
  return [tamperingHalt(`unbooked-${currency}`, found, at)];
}

async function propose(
  ports: ConcludeUnbookedPorts,
  { tenant, currency, by, digest, outcome, comment, requestId }: ConcludeUnbookedCommand,
  seen: {
    readonly view: UnbookedView;
    readonly current: UnbookedConclusion | null;
    readonly at: Instant;
    readonly besides?: readonly LedgerWrite[];
  },
): Promise<ConcludeUnbookedResult | null> {
  const { view, current, at, besides = [] } = seen;
  const { amount, entries } = view;
  const said = withUnknown<UnbookedConclusion>(unbookedSchema, current, {
    ...outcome,
    tenant,
    currency,
    digest,
    amount,
    entries,
    by,
    at,
    comment,
    expiresAt: plusSeconds(at, DEFAULT_CHANGE_EXPIRY_SECONDS),
    earlier: conclusionsIn(current).slice(-MAX_EARLIER_CONCLUSIONS),
    version: (current?.version ?? 0) + 1,
  });
  const conclusion = await sealedConclusion(ports.seals, await ports.ledger.epoch(), said, at);
  const entry = appendToChain(await ports.ledger.readAuditHead(tenant), {
    at,
    by,
    action: 'propose-unbooked-conclusion',
    subject: currency,
    requestId,
    before: null,
    after: { ...outcome, amount, entries, digest, comment },
  });
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'put-unbooked', conclusion },
    { kind: 'append-audit', entry },
    ...besides,
  ]);
  return ok ? { result: 'proposed', conclusion, replayed: false } : null;
}

async function agree(
  ports: ConcludeUnbookedPorts,
  { tenant, currency, by, comment, requestId }: ConcludeUnbookedCommand,
  agreed: {
    readonly first: UnbookedConclusion;
    readonly lane: Lane;
    readonly at: Instant;
    readonly readAnew: ReadAnew;
  },
): Promise<ConcludeUnbookedResult | null> {
  const { first, lane, at, readAnew } = agreed;
  const bare = withoutSeal(first) as UnbookedConclusion;
  const conclusion = { ...bare, concluded: { by, at, comment }, version: first.version + 1 };
  const debits = givesBack(first) ? debitsOf(lane) : [];
  const { amount, entries } = first;
  const entry = appendToChain(await ports.ledger.readAuditHead(tenant), {
    at,
    by: first.by,
    approvedBy: by,
    action: 'conclude-unbooked',
    subject: currency,
    requestId,
    before: { amount, entries },
    after: {
      ...outcomeOf(first),
      givenBack: debits,
      comment,
      readAnew,
    },
  });
  const writes: readonly LedgerWrite[] = [
    {
      kind: 'replace-lane',
      lane: concludeUnbookedAmounts(lane, debits, at),
      from: 'idle',
      read: lane,
    },
    { kind: 'put-unbooked', conclusion },
    ...(await closedBreaks(ports, first, at)),
    ...(await noted(ports, conclusion, [first.by, by], at)),
    ...(await refunds(ports.ledger, tenant, debits)),
    { kind: 'append-audit', entry },
  ];
  const { ok } = await ports.ledger.commit(tenant, writes);
  return ok ? { result: 'concluded', conclusion, replayed: false } : null;
}

function givesBack(conclusion: UnbookedConclusion): boolean {
  return conclusion.outcome === 'not-executed' && conclusion.budget === 'give-back';
}

function outcomeOf(conclusion: UnbookedConclusion): UnbookedOutcome {
  return conclusion.outcome === 'booked'
    ? { outcome: 'booked' }
    : { outcome: 'not-executed', budget: conclusion.budget };
}

/**
 * Each instruction stores its own conclusion. Of withdrawals before a re-arming, this ledger has no instruction; of
 * amounts that were added up, only the oldest is named.
 */
async function noted(
  { ledger }: ConcludeUnbookedPorts,
  { tenant, currency, outcome, entries }: UnbookedConclusion,
  by: readonly [string, string],
  at: Instant,
): Promise<readonly LedgerWrite[]> {
  const each = new Map(entries.map((entry) => [entry.instructionId, entry]));
  const found = await Promise.all(
    [...each.values()].map(async ({ instructionId, amount }): Promise<readonly LedgerWrite[]> => {
      const instruction = await ledger.readInstruction(tenant, instructionId);
      if (instruction?.status.state !== 'confirmed') return [];
      const concluded = { outcome, amount: ownPart(instruction, amount), currency, at, by };
      return [{ kind: 'replace-instruction', instruction: noteConcluded(instruction, concluded) }];
    }),
  );
  return found.flat();
}

/** Amounts that were added up stand with the oldest of them: never more than it requested itself. */
function ownPart({ content }: Instruction, amount: string): string {
  if (content.kind !== 'withdrawal') return amount;
  return decimalOf(content.amount).lessThan(decimalOf(amount)) ? content.amount : amount;
}

async function closedBreaks(
  { unbooked }: ConcludeUnbookedPorts,
  { tenant, currency }: UnbookedConclusion,
  at: Instant,
): Promise<readonly LedgerWrite[]> {
  const open = await unbooked.openBreaks(tenant);
  return open
    .filter((each) => each.currency === currency)
    .flatMap((each): readonly LedgerWrite[] => {
      const closed = closedUnbooked(each, 'concluded', at);
      return closed === null ? [] : [{ kind: 'put-break', break: closed }];
    });
}
