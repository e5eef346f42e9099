import { outgoingOf } from '../booking/outgoing.ts';
import type { Calendar } from '../calendars/calendar.ts';
import type { Debit } from '../counters/counter.ts';
import { countable } from '../counters/counts.ts';
import { countsOf, UNREADABLE_COUNTS, withDebits } from '../counters/shared-counts.ts';
import type { ClaimRecord, Lane } from '../instructions/lane.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import { tradeDebits } from '../limits/trade-usage.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import type { TrustedOfTrades } from '../outcomes/trade-proof.ts';
import { claimWrites } from '../outgoing/claim-writes.ts';
import { askedTrade } from '../outgoing/kinds/trade.ts';
import { type Concluded, sendClaimed } from '../outgoing/send-claimed.ts';
import { ownCopyOf } from '../sealing/claim-copies.ts';
import { claimRecord } from '../sending/claim-record.ts';
import { commitClaim } from '../sending/commit-claim.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { isOutdated } from '../sending/reading-age.ts';
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
 * `guarded` are the basis of the decision. `put-back`: it had left before, and its old item stands again.
 */
export async function claimAndSend(
  ports: SendingPorts,
  trade: TradeToSend,
  view: TradeView,
  guarded: Guarded,
): Promise<Concluded | 'put-back' | null> {
  const { tenant, instructionId, request, approved, rule } = trade;
  const { controls, notional } = guarded;
  const currencies = request.instrument.split('/');
  const { usage: counted } = view;
  if (counted === UNREADABLE_COUNTS) throw new Error('no trade is acceptable on unreadable counts');
  // The process was stopped since it read them, and both may be others by now.
  if (isOutdated(earlier(view.balancesReadAt, view.pricesReadAt), ports.now())) return null;
  // What a rule's limits were judged and counted at is the moment of the claim: of a process that stands still in between
  // a later one would date the claim and its debits apart.
  const at = rule?.at ?? ports.now();
  const nonce = ports.nonce();
  const { reportingCurrency } = controls;
  const debits = [
    ...(rule?.debits ?? []),
    ...countable(
      countsOf(counted),
      tradeDebits({
        by: view.by,
        amount: notional.value,
        currency: reportingCurrency,
        at,
        approved: approved === true,
      }),
    ),
  ];
  const claims = lanesOf(currencies, view).map((lane) => {
    const balanceBefore = totalBefore(view, lane.currency);
    const outgoing = outgoingOf(request, controls, lane.currency);
    const ends = rule?.leavesBefore === undefined ? {} : { leavesBefore: rule.leavesBefore };
    const facts = { instructionId, nonce, at, controls, balanceBefore, ...ends };
    const paid = outgoing === null ? { debits: [] } : { outgoing, debits };
    return { lane, record: claimRecord({ ...facts, ...paid }) };
  });
  const [first, ...others] = claims;
  if (first === undefined) throw new Error(`instrument ${request.instrument} has no lanes`);
  const { halt } = view;
  const usage = withDebits(counted, 'trade-usage', tenant, debits);
  const changes = claimWrites({
    lanes: [first, ...others],
    // The instruction's own record names every debit and both sides, whichever lane has it.
    instruction: trade.claimed(ownCopyOf(first.record, others[0]?.record)),
    counted: [{ kind: 'put-trade-usage', usage }, ...(rule?.writes ?? [])],
    ...{ controls, halt },
    rule: rule === undefined ? null : { id: rule.ruleId, version: rule.ruleVersion },
    calendars: rule?.calendars ?? [],
  });
  const committed = await commitClaim(ports.ledger, tenant, first.record, changes);
  if (committed === 'put-back') return committed;
  if (committed !== 'claimed') return null;
  const claimed = { ...first.record, haltGeneration: halt.generation };
  return await sendClaimed(ports, tenant, claimed, askedTrade(request, trustedOf(view)));
}

/** What an answer is read with: the service's currencies, as it named them a moment ago, and the confirmed forms of ids. */
function trustedOf({ prices, balances, controls }: TradeView): TrustedOfTrades {
  const priced = Object.keys(prices).flatMap((instrument) => instrument.split('/'));
  return {
    idForms: controls?.trades.idForms ?? [],
    currencies: new Set([...priced, ...Object.keys(balances)]),
  };
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
