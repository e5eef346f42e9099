import { outgoingOf } from '../booking/outgoing.ts';
import type { Calendar } from '../calendars/calendar.ts';
import type { Debit } from '../counters/counter.ts';
import { withDebits } from '../counters/shared-counts.ts';
import type { Confirmation, Instruction } from '../instructions/instruction.ts';
import type { ClaimRecord, Lane } from '../instructions/lane.ts';
import { claimLane } from '../instructions/lane-transitions.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import { tradeDebits } from '../limits/trade-usage.ts';
import { judgeTrade } from '../outcomes/judge-trade.ts';
import type { Outcome, TradeRequest } from '../outcomes/outcome.ts';
import { notSent, type TradeReply, tradeIdsIn } from '../outcomes/reply.ts';
import type { TrustedOfTrades } from '../outcomes/trade-proof.ts';
import { ownCopyOf } from '../sealing/claim-copies.ts';
import { SealsUnavailableError } from '../seals/ports.ts';
import { claimRecord } from '../sending/claim-record.ts';
import { COUNTS_UNVERIFIED, commitClaim } from '../sending/commit-claim.ts';
import { conclude } from '../sending/conclude.ts';
import { noteBookings } from '../sending/note-bookings.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { isOutdated } from '../sending/reading-age.ts';
import { refuseByHalt } from '../sending/refuse-by-halt.ts';
import { earlier, type Instant } from '../time/instant.ts';
import { heldOf } from '../valuation/balance.ts';
import type { Guarded } from './trade-guards.ts';
import type { TradeView } from './trade-view.ts';

/** What the claim of a trade that a rule decided debits and rests on beside that of a placed trade. */
export interface RuleClaim {
  readonly ruleId: string;
  readonly ruleVersion: number;
  /** The currency that is given away. */
  readonly currency: string;
  /** The moment of the claim. */
  readonly at: Instant;
  /** Of its budgets, of its destination and of the tiers. */
  readonly debits: readonly Debit[];
  /** Its cut-off, or the end of the business day, if either is near. */
  readonly leavesBefore?: Instant;
  /** Those of the policy that the rule names, as they were read. */
  readonly calendars: readonly Pick<Calendar, 'id' | 'version'>[];
  /** Of the tiers of approvals, where they count it. */
  readonly writes: readonly LedgerWrite[];
}

/** A trade that is to be sent now: requested a moment ago, or approved. */
export interface TradeToSend {
  readonly tenant: string;
  readonly instructionId: string;
  readonly request: TradeRequest;
  /** Set if another person approved it. */
  readonly approved?: true;
  /** Set if a rule decided it. */
  readonly rule?: RuleClaim;
  /** The instruction as the claim makes it: created with it, or moved on from `approved`. */
  readonly claimed: (claim: ClaimRecord) => readonly LedgerWrite[];
}

/**
 * Claims both lanes of a trade with the rolling limits debited, in ONE conditional write, sends it once and records
 * its outcome. Null if another writer came in between, or what was read is outdated: nothing was sent then, and it is decided again. `view` and
 * `guarded` are the basis of the decision. `put-back`: it had left before, and its old item stands again. Throws before it claims if the key of counts is out of reach.
 */
export async function claimAndSend(
  ports: SendingPorts,
  trade: TradeToSend,
  view: TradeView,
  guarded: Guarded,
): Promise<Instruction | 'put-back' | null> {
  const { tenant, instructionId, request, approved, rule } = trade;
  const { controls, notional } = guarded;
  const currencies = request.instrument.split('/');
  // The process was stopped since it read them, and both may be others by now.
  if (isOutdated(earlier(view.balancesReadAt, view.pricesReadAt), ports.now())) return null;
  // What a rule's limits were judged and counted at is the moment of the claim: of a process that stands still in between
  // a later one would date the claim and its debits apart.
  const at = rule?.at ?? ports.now();
  const nonce = ports.nonce();
  const { reportingCurrency } = controls;
  const debits = [
    ...(rule?.debits ?? []),
    ...tradeDebits({
      by: view.by,
      amount: notional.value,
      currency: reportingCurrency,
      at,
      approved: approved === true,
    }),
  ];
  const claims = lanesOf(currencies, view).map((lane) => {
    const balanceBefore = totalBefore(view, lane.currency);
    const outgoing = outgoingOf(request, controls, lane.currency);
    const ends = rule?.leavesBefore === undefined ? {} : { leavesBefore: rule.leavesBefore };
    const facts = { instructionId, nonce, at, controls, balanceBefore, ...ends };
    const paid = outgoing === null ? { debits: [] } : { outgoing, debits };
    return { lane, record: claimRecord({ ...facts, ...paid }) };
  });
  const [first, second] = claims;
  if (first === undefined) throw new Error(`instrument ${request.instrument} has no lanes`);
  const haltGeneration = view.halt.generation;
  const usage = withDebits(view.usage, 'trade-usage', tenant, debits);
  const changes: readonly LedgerWrite[] = [
    // The instruction's own record names every debit and both sides, whichever lane has it.
    ...trade.claimed(ownCopyOf(first.record, second?.record)),
    ...claims.map(
      ({ lane, record }): LedgerWrite => ({
        kind: 'replace-lane',
        lane: claimLane(lane, record),
        from: 'idle',
        read: lane,
      }),
    ),
    { kind: 'put-trade-usage', usage, read: view.usage },
    { kind: 'assert-controls-unchanged', version: controls.version, mode: 'live', currencies },
    { kind: 'assert-halt-generation', generation: haltGeneration, currencies },
    ...(rule === undefined
      ? []
      : [...rule.writes, ruleUnchanged(rule), ...calendarsUnchanged(rule)]),
  ];
  const committed = await commitClaim(ports, tenant, first.record, changes);
  if (committed === 'unverified') throw new SealsUnavailableError(COUNTS_UNVERIFIED);
  if (committed === 'put-back') return committed;
  return committed !== 'claimed'
    ? null
    : await sendAndConclude(ports, trade, { ...first.record, haltGeneration }, trustedOf(view));
}

/** What an answer is read with: the service's currencies, as it named them a moment ago, and the confirmed forms of ids. */
function trustedOf({ prices, balances, controls }: TradeView): TrustedOfTrades {
  const priced = Object.keys(prices).flatMap((instrument) => instrument.split('/'));
  return {
    idForms: controls?.trades.idForms ?? [],
    currencies: new Set([...priced, ...Object.keys(balances)]),
  };
}

function ruleUnchanged({ ruleId, ruleVersion: version }: RuleClaim): LedgerWrite {
  return { kind: 'assert-rule-unchanged', ruleId, version };
}

function calendarsUnchanged({ calendars }: RuleClaim): readonly LedgerWrite[] {
  return calendars.map(({ id, version }) => ({
    kind: 'assert-calendar-unchanged',
    calendarId: id,
    version,
  }));
}

function lanesOf(currencies: readonly string[], { lanes }: TradeView): readonly Lane[] {
  return currencies.map((currency) => {
    const lane = lanes.get(currency);
    if (lane === undefined) throw new Error(`a trade was found acceptable without ${currency}`);
    return lane;
  });
}

function totalBefore({ balances }: TradeView, currency: string): string {
  const held = heldOf(balances, currency);
  if (held.known) return held.balance.total;
  throw new Error(`a trade was found acceptable without a balance of ${currency}`);
}

async function sendAndConclude(
  ports: SendingPorts,
  { tenant, request }: TradeToSend,
  record: ClaimRecord & { readonly haltGeneration: number },
  trusted: TrustedOfTrades,
): Promise<Instruction> {
  const reply =
    (await refuseByHalt(ports, tenant, record)) ?? (await sendOnce(ports, request, record));
  const judged = ports.ledger
    .knownTrades(tenant, tradeIdsIn(reply))
    // The write of the outcome checks the same again; a failed look-up must not lose the answer.
    .catch(() => new Set<string>())
    .then((known) => withKind(judgeTrade(request, reply, known, trusted)));
  const instruction = await conclude(ports, tenant, record, judged);
  const { state } = await judged;
  if (state === 'confirmed') await noteBookings(ports, instruction, record.claimedAt);
  return instruction;
}

function withKind(outcome: ReturnType<typeof judgeTrade>): Outcome<Confirmation> {
  return outcome.state === 'confirmed'
    ? { ...outcome, confirmation: { kind: 'trade', ...outcome.confirmation } }
    : outcome;
}

async function sendOnce(
  ports: SendingPorts,
  request: TradeRequest,
  { sendBy }: ClaimRecord,
): Promise<TradeReply> {
  if (ports.now() >= sendBy) {
    return notSent('past-send-by', `not sent: it is past ${sendBy}`);
  }
  return await ports.service.sendTrade(request, sendBy);
}
