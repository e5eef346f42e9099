import { appendToChain } from '../audit/audit-entry.ts';
import { advance } from '../instructions/advance.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { noteOpen } from '../instructions/lane-transitions.ts';
import { keysMayBeUsed } from '../instructions/rearm-lane.ts';
import { approvalsOfRequest } from '../instructions/requester.ts';
import { unapprovedWithin } from '../limits/trade-usage.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { TradeRequest } from '../outcomes/outcome.ts';
import { sealedInstruction } from '../sealing/instruction-seals.ts';
import { pinned } from '../sealing/messages.ts';
import type { DecidingPorts } from '../sending/ports.ts';
import { plusSeconds } from '../time/instant.ts';
import { paidBy } from '../valuation/notional.ts';
import { proposedTrade } from './proposed-trade.ts';
import type { TradeCommand } from './trade-command.ts';
import type { Guarded } from './trade-guards.ts';
import type { TradeRefusal } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';

/**
 * Instructions that may wait in one currency for one more trade to be accepted. All of them stand in the lane's item,
 * 200 bytes each, and approvers do not keep track of more than this.
 */
export const MAX_WAITING_IN_LANE = 100;

/** Seconds until it is worth asking again: people are slow. */
const WAITING_RETRY_AFTER_SECONDS = 300;

/**
 * Above the limit of the controls another person has to approve, or two if a program asked; without a limit no trade needs that. The same
 * person's trades of 24 hours without approval count: many small ones are as much as one large one. In a recently
 * restored ledger another person always has to approve: the key may have been used after the backup.
 */
export function needsApproval({ controls, notional }: Guarded, view: TradeView): boolean {
  return keysMayBeUsed(view.lanes.values(), view.now) || isAboveLimit({ controls, notional }, view);
}

/** Above the limit itself: no key makes a rule decide an occurrence twice. */
export function isAboveLimit(
  { controls, notional }: Pick<Guarded, 'controls' | 'notional'>,
  view: TradeView,
): boolean {
  const { trades, reportingCurrency } = controls;
  if (trades.approvalAbove === undefined) return false;
  const before = unapprovedWithin(view.usage, view.by, reportingCurrency, view.now);
  if (before === null) return true;
  return before.plus(decimalOf(notional.value)).greaterThan(decimalOf(trades.approvalAbove));
}

/** Whether there is room for one more that waits, in the lane that notes it. */
export function refuseByWaiting(request: TradeRequest, view: TradeView): TradeRefusal | null {
  const { currency, open } = payingLane(request, view);
  const waiting = Object.keys(open).length;
  if (waiting < MAX_WAITING_IN_LANE) return null;
  return {
    code: 'too-many-waiting',
    why: { code: 'too-many-waiting', currency, waiting, maximum: MAX_WAITING_IN_LANE },
    numbers: { currency, waiting: `${waiting}`, maximum: `${MAX_WAITING_IN_LANE}` },
    retryAfterSeconds: WAITING_RETRY_AFTER_SECONDS,
  };
}

/**
 * Stores a trade that another person has to approve: nothing is claimed and nothing reserved, so sweeps go on as
 * before. The lane of the paying side notes it, with an amount of zero: there the watchdog finds a trade that is
 * never approved. The controls were verified before. Null if another writer came in between.
 */
export async function awaitApproval(
  ports: DecidingPorts,
  command: TradeCommand,
  id: string,
  view: TradeView,
  { controls, notional }: Guarded,
): Promise<Instruction | null> {
  const { tenant, requestedBy, request } = command;
  const at = ports.now();
  const approvalsRequired = approvalsOfRequest(requestedBy);
  const expiresAt = plusSeconds(at, controls.approvalExpirySeconds);
  const asked = advance(proposedTrade(command, id, at), {
    kind: 'require-approval',
    at,
    expiresAt,
    approvalsRequired,
  });
  const terms = {
    epoch: view.epoch,
    at,
    pins: { controls: pinned({ kind: 'controls', item: controls }) },
  };
  const instruction = await sealedInstruction(ports.seals, asked, terms);
  const head = await ports.ledger.readAuditHead(tenant);
  const entry = appendToChain(head, {
    at,
    by: requestedBy,
    action: 'request-trade',
    subject: id,
    requestId: command.requestId ?? id,
    before: null,
    after: { content: instruction.content, notional: notional.value, approvalsRequired },
  });
  const lane = payingLane(request, view);
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'create-instruction', instruction },
    {
      kind: 'replace-lane',
      lane: noteOpen(lane, { instructionId: id, amount: '0' }),
      from: lane.status.state,
    },
    {
      kind: 'assert-controls-unchanged',
      version: controls.version,
      mode: 'live',
      currencies: request.instrument.split('/'),
    },
    {
      kind: 'assert-halt-generation',
      generation: view.halt.generation,
      currencies: request.instrument.split('/'),
    },
    { kind: 'append-audit', entry },
  ]);
  return ok ? instruction : null;
}

function payingLane(request: TradeRequest, { lanes }: TradeView): Lane {
  const { currency } = paidBy(request);
  const lane = lanes.get(currency);
  if (lane === undefined) throw new Error(`a trade was found acceptable without ${currency}`);
  return lane;
}
