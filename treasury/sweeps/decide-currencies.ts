import { attempted, resultOf, settleAll } from '../concurrency/settle-all.ts';
import type { CountsRead } from '../counters/shared-counts.ts';
import { lastUsedBy, type RuleDecision } from '../decisions/decision.ts';
import type { StopFact } from '../facts/stop-fact.ts';
import type { DecidedConversion, Instruction } from '../instructions/instruction.ts';
import { sweepInstructionId } from '../instructions/instruction-id.ts';
import type { Lane } from '../instructions/lane.ts';
import { noteOpen, useOccurrence } from '../instructions/lane-transitions.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { GivenOutflow } from '../limits/outflow-view.ts';
import { conversionKey } from '../policy/conversion.ts';
import { accountKey } from '../policy/registered-account.ts';
import { marketOf } from '../rules/conversion-trade.ts';
import { type EvaluateInput, evaluate, type OutflowBasis, outflowOf } from '../rules/evaluate.ts';
import { sealedInstruction } from '../sealing/instruction-seals.ts';
import { tamperingHalt } from '../sealing/tampering.ts';
import type { Seals } from '../seals/ports.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import { type PriceReading, priceReadingOf } from '../value-limits/price-of-limits.ts';
import {
  disarmed,
  isSweep,
  type Judgements,
  judgeSweeps,
  NO_ACCOUNT,
  type SweepPins,
} from './authorise-sweeps.ts';
import { type MadeBefore, unlessMadeBefore } from './made-before.ts';
import { proposeAll } from './propose.ts';
import { keptLane, type TakingUp, withSnapshot } from './retain-readings.ts';

/** The whole basis of a run's decisions beside the snapshot, as it was read. */
export interface RunView extends TakingUp {
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  /** Null if no such amount was claimed, or the controls have no tiers. */
  readonly usage: CountsRead;
  /** Null if nothing was ever traded, or no rule converts. */
  readonly tradeUsage: CountsRead;
  /** What floors and limits over several currencies count; undefined if the policy has none. */
  readonly outflows?: { readonly usage: CountsRead };
  /** What the ledger has refused to take again; absent until it has. */
  readonly madeBefore?: MadeBefore;
}

/** The decisions of one currency and everything that is written with them: all of it, or nothing. */
export interface DecidedCurrency {
  readonly currency: string;
  readonly decisions: readonly RuleDecision[];
  /** Sealed. */
  readonly proposed: readonly Instruction[];
  /** The lane and the instructions, if they change, and the occurrences that are missed. */
  readonly changes: readonly LedgerWrite[];
  /** The halt, if a seal is not valid. */
  readonly tampering: LedgerWrite | null;
}

export interface DecidedCurrencies {
  readonly decided: readonly DecidedCurrency[];
  /** By currency: why it is missing. The keys did not verify or seal, or deciding it threw. Its occurrences stay due. */
  readonly errors: ReadonlyMap<string, unknown>;
}

/**
 * Decides the rules of these currencies on one snapshot. The rules are evaluated and the seals are verified for all
 * of them at once; then each currency takes its turn, since sweeps decided in one count against the tiers of the
 * next.
 */
export async function decideCurrencies(
  seals: Seals,
  snapshot: SnapshotTaken,
  currencies: readonly string[],
  firstView: RunView,
  now: Instant,
): Promise<DecidedCurrencies> {
  const { policy, epoch } = firstView;
  const prices = priceReadingOf(snapshot, policy.controls ?? {});
  const evaluated = evaluateAll(snapshot, prices, currencies, firstView, now);
  const all = evaluated.flatMap(({ decisions }) => (decisions.ok ? decisions.value : []));
  const judgements = await judgeSweeps(seals, { tenant: snapshot.tenant, epoch, policy }, all);
  const turns: Turn[] = [];
  const errors = new Map<string, unknown>();
  let { lanes } = firstView;
  for (const { currency, decisions } of evaluated) {
    const view = { ...firstView, lanes, prices };
    const turn = attempted(() =>
      takeTurn({ snapshot, view, now }, currency, judged(resultOf(decisions), judgements)),
    );
    if (turn.ok) turns.push(turn.value);
    else errors.set(currency, turn.error);
    const written = turn.ok ? turn.value.lane : null;
    lanes = lanes.map((lane) => (lane.currency === currency ? (written ?? lane) : lane));
  }
  const sealed = await settleAll(turns, (turn) =>
    withSeals({ seals, epoch, snapshot, at: now }, turn),
  );
  for (const [index, { currency }] of turns.entries()) {
    const each = sealed[index];
    if (each?.ok === false) errors.set(currency, each.error);
  }
  return { decided: sealed.flatMap((each) => (each.ok ? [each.value] : [])), errors };
}

/** One after the other: what one currency lets leave counts for the floors and limits of the next. */
function evaluateAll(
  snapshot: SnapshotTaken,
  prices: PriceReading,
  currencies: readonly string[],
  view: RunView,
  now: Instant,
) {
  const { outflows, lanes } = view;
  const basis: Omit<OutflowBasis, 'given'> | null =
    outflows === undefined
      ? null
      : {
          usage: outflows.usage,
          prices,
          lanes: withSnapshot(lanes, view, snapshot),
        };
  const given: GivenOutflow[] = [];
  return currencies.map((currency) => {
    const outflow = basis === null ? {} : { outflow: { ...basis, given } };
    const decisions = attempted(() =>
      evaluateCurrency({ snapshot, prices }, currency, view, outflow, now),
    );
    if (decisions.ok) given.push(...decisions.value.flatMap(outflowOf));
    return { currency, decisions };
  });
}

function evaluateCurrency(
  { snapshot, prices }: { readonly snapshot: SnapshotTaken; readonly prices: PriceReading },
  currency: string,
  { policy, lanes, epoch, tradeUsage, isProven, madeBefore = new Map() }: RunView,
  outflow: Pick<EvaluateInput, 'outflow'>,
  now: Instant,
): readonly RuleDecision[] {
  const rules = policy.rules.filter((rule) => rule.currency === currency);
  const touched = new Set([currency, ...rules.map(({ into }) => into)]);
  const own = lanes.filter((lane) => touched.has(lane.currency));
  const read = withSnapshot(own, { policy, isProven }, snapshot);
  const decisions = evaluate({
    rules,
    converting: policy.rules,
    market: marketOf(snapshot, prices, tradeUsage),
    unreadableRules: (policy.unreadableRules ?? []).filter((rule) => rule.currency === currency),
    accounts: new Map(policy.accounts.map((account) => [accountKey(account.id), account])),
    unreadableAccounts: policy.unreadableAccounts ?? [],
    calendars: policy.calendars ?? [],
    controls: policy.controls,
    halt: policy.halt,
    balances: snapshot.balances,
    balancesReadAt: snapshot.takenAt,
    prices,
    lanes: new Map(read.map((each) => [each.currency, each])),
    epoch,
    occurrence: snapshot.scheduledFor,
    now,
    ...outflow,
  });
  return decisions.map((decision) => unlessMadeBefore(decision, madeBefore));
}

type PinsByRule = ReadonlyMap<string, ReadonlyMap<string, SweepPins>>;

interface JudgedDecisions {
  readonly decisions: readonly RuleDecision[];
  /** By rule, for every sweep among them, by account. */
  readonly pins: PinsByRule;
  /** Why a seal is not valid, from the first such sweep. */
  readonly invalid: { readonly decision: RuleDecision; readonly why: StopFact } | null;
}

/**
 * The sweeps whose policy is sealed, the others disarmed.
 * @throws if the keys could not be reached for one
 */
function judged(evaluated: readonly RuleDecision[], judgements: Judgements): JudgedDecisions {
  const pins = new Map<string, ReadonlyMap<string, SweepPins>>();
  let invalid: JudgedDecisions['invalid'] = null;
  const decisions: RuleDecision[] = [];
  for (const decision of evaluated) {
    const judgement = judgements.get(decision.ruleId);
    if (!isSweep(decision) || judgement === undefined) {
      decisions.push(decision);
      continue;
    }
    const value = resultOf(judgement);
    decisions.push(value.ok ? decision : disarmed(decision, value));
    if (value.ok) pins.set(decision.ruleId, value.pins);
    else if (value.why.verdict === 'invalid') {
      invalid ??= { decision, why: value.why };
    }
  }
  return { decisions, pins, invalid };
}

/** A currency that was decided and is not sealed yet. */
interface Turn extends Omit<DecidedCurrency, 'changes'> {
  readonly pins: PinsByRule;
  /** As it was read, and as it is written; null if there is none, or if nothing of it changes. */
  readonly before: Lane | null;
  readonly lane: Lane | null;
}

interface TurnView {
  readonly snapshot: SnapshotTaken;
  readonly view: RunView & { readonly prices: PriceReading };
  readonly now: Instant;
}

function takeTurn(
  { snapshot, view, now }: TurnView,
  currency: string,
  { decisions, pins, invalid }: JudgedDecisions,
): Turn {
  const before = view.lanes.find((each) => each.currency === currency) ?? null;
  const proposed = proposeAll(snapshot, view, decisions.filter(isSweep), now);
  const kept = before === null ? null : keptLane(before, view, snapshot);
  const after = kept === null ? null : laneAfter(kept, decisions, proposed);
  // However many reducers ran, this is one write on top of the version that was read.
  const lane =
    before === null || after === null || after === before
      ? null
      : { ...after, version: before.version + 1 };
  const tampering =
    invalid === null
      ? null
      : tamperingHalt(
          sweepInstructionId(invalid.decision.ruleId, invalid.decision.occurrence),
          { code: 'stopped', why: invalid.why },
          now,
        );
  return { currency, decisions, proposed, pins, before, lane, tampering };
}

interface SealingView {
  readonly seals: Seals;
  readonly epoch: string;
  readonly snapshot: SnapshotTaken;
  readonly at: Instant;
}

async function withSeals(
  { seals, epoch, snapshot, at }: SealingView,
  { before, lane, pins, ...turn }: Turn,
): Promise<DecidedCurrency> {
  const proposed: Instruction[] = [];
  for (const instruction of turn.proposed) {
    const pinned = pinsOf(instruction, pins);
    if (pinned === undefined) throw new Error(`${instruction.id} rests on no sealed policy`);
    proposed.push(await sealedInstruction(seals, instruction, { epoch, at, pins: pinned }));
  }
  const missed = turn.decisions.flatMap((decision) => missedIn(snapshot, decision));
  const created = proposed.map(
    (instruction): LedgerWrite => ({ kind: 'create-instruction', instruction }),
  );
  if (before === null || lane === null) {
    if (created.length > 0) throw new Error(`${turn.currency}: instructions without their lane`);
    return { ...turn, proposed, changes: missed };
  }
  const changes: readonly LedgerWrite[] = [
    { kind: 'replace-lane', lane, from: before.status.state },
    ...created,
    ...missed,
  ];
  return { ...turn, proposed, changes };
}

function pinsOf({ origin, content }: Instruction, pins: PinsByRule): SweepPins | undefined {
  if (origin.kind !== 'sweep') return undefined;
  const accountId = content.kind === 'withdrawal' ? content.withdrawalAccountId : NO_ACCOUNT;
  return pins.get(origin.ruleId)?.get(accountId);
}

function missedIn(
  { tenant, scheduledFor: snapshot }: SnapshotTaken,
  { ruleId, ruleVersion, currency, decidedAt, missed }: RuleDecision,
): readonly LedgerWrite[] {
  if (missed === undefined) return [];
  const recorded = { tenant, snapshot, ruleId, ruleVersion, currency, decidedAt, missed };
  return [{ kind: 'record-missed', missed: recorded }];
}

function laneAfter(
  lane: Lane,
  decisions: readonly RuleDecision[],
  proposed: readonly Instruction[],
): Lane {
  const usedUp = decisions.reduce((each, decision) => {
    const used = lastUsedBy(decision);
    return used === null ? each : useOccurrence(each, decision.ruleId, used);
  }, lane);
  return proposed.reduce((each, { id, origin, content, conversion, status }) => {
    if (origin.kind !== 'sweep') return each;
    const { amount } = conversion ?? content;
    const accountId = destinationOf(content, conversion);
    const people = status.state === 'awaiting-approval' ? (status.approvalsRequired ?? 1) : 0;
    const { ruleId } = origin;
    return noteOpen(each, { instructionId: id, ruleId, amount, accountId, people });
  }, usedUp);
}

/** What the limits of approvals count an instruction of a rule under. */
function destinationOf(
  content: Instruction['content'],
  conversion: DecidedConversion | undefined,
): string {
  if (content.kind === 'withdrawal') return content.withdrawalAccountId;
  if (conversion === undefined) throw new Error('a rule trades only to convert');
  return conversionKey(conversion);
}
