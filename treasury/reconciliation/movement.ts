import { changeOfFill, expectedChange } from '../evidence/expected-change.ts';
import type { Actor } from '../facts/actor.ts';
import type { RequestedMovement } from '../facts/movement-facts.ts';
import {
  asSent,
  type Content,
  currenciesOf,
  type Instruction,
} from '../instructions/instruction.ts';
import { approversOf } from '../instructions/instruction-times.ts';
import { askedBy } from '../instructions/requester.ts';
import type { ClaimWindow, LateBooking } from '../ledger/claim-window.ts';
import type { MovementFill } from '../ledger/movement-fill.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import { movementFillOf } from '../trades/trade-fill.ts';
import { hasShown } from './late-booking.ts';
import { type ChangeRange, quoteChange } from './trade-proceeds.ts';

/**
 * executed: it shows within its window, or later if the service books late. in-flight: not known yet, and known in a
 * moment. open: the outcome is not known, or the service refused, which is no proof.
 */
export type Certainty = 'executed' | 'in-flight' | 'open';

/** The effect that one instruction had, may have had or may still have on the balance of one currency. */
export interface KnownMovement extends ChangeRange {
  readonly kind: 'withdrawal' | 'trade';
  readonly instructionId: string;
  readonly certainty: Certainty;
  readonly from: Instant;
  readonly until: Instant;
  /** When it was recorded as executed; for an outcome that others found out later, when it was claimed. */
  readonly at: Instant;
  readonly askedBy: Actor;
  readonly approvedBy: readonly Actor[];
  readonly about: RequestedMovement;
  readonly reference?: string;
  readonly withdrawalAccountId?: string;
  readonly fill?: MovementFill;
  /** Set once it is known to show late. */
  readonly late?: LateBooking;
}

/** The movement of a claimed instruction in a currency; null if there is or was none. */
export function movementOf(
  instruction: Instruction,
  window: ClaimWindow,
  currency: string,
): KnownMovement | null {
  const { claimedAt, quarantineUntil } = window;
  const late = lateIn(window, currency);
  const { content, id } = instruction;
  const fill = movementFillOf(instruction);
  const certainty = certaintyOf(instruction);
  if (certainty === null || !currenciesOf(content).includes(currency)) return null;
  return {
    kind: content.kind,
    instructionId: id,
    certainty,
    from: claimedAt,
    until: quarantineUntil,
    at: executedAt(instruction) ?? claimedAt,
    ...changeOf(instruction, currency),
    askedBy: askedBy(instruction),
    approvedBy: approversOf(instruction),
    about: aboutOf(content),
    ...(content.reference !== undefined && { reference: content.reference }),
    ...(content.kind === 'withdrawal' && { withdrawalAccountId: content.withdrawalAccountId }),
    ...(fill !== null && { fill }),
    ...(late === null ? {} : { late }),
  };
}

function aboutOf(content: Content): RequestedMovement {
  if (content.kind === 'withdrawal') {
    return { code: 'withdrawal', accountLabel: content.accountLabel };
  }
  const { side, amount, instrument, price } = content;
  return { code: 'trade', side, amount, instrument, price };
}

/** How a movement shows late in a currency; null if nothing of it is known to. */
export function lateIn({ late = {} }: ClaimWindow, currency: string): LateBooking | null {
  return Object.hasOwn(late, currency) ? (late[currency] ?? null) : null;
}

/** Whether a later balance may still show a part of it. */
export function isPending({ late = {} }: ClaimWindow, instruction: Instruction): boolean {
  return Object.entries(late).some(([currency, { parts, rest }]) => {
    const movement = movementOf(instruction, EVER, currency);
    return rest === undefined && movement?.certainty === 'executed' && !hasShown(movement, parts);
  });
}

/** For a movement of which only the amounts are needed. */
const EVER: ClaimWindow = { instructionId: '', claimedAt: '', quarantineUntil: '' };

function certaintyOf({ status }: Instruction): Certainty | null {
  switch (status.state) {
    case 'confirmed':
      return 'executed';
    case 'sending':
      return 'in-flight';
    case 'unknown':
    case 'rejected':
    case 'anomaly':
      return 'open';
    case 'not-sent':
    case 'released':
    case 'proposed':
    case 'awaiting-approval':
    case 'approved':
    case 'declined':
    case 'expired':
    case 'cancelled':
      return null;
    default:
      return status satisfies never;
  }
}

/** Only the service's own answer says when: people and evidence find out days later. */
function executedAt({ status }: Instruction): Instant | null {
  if (status.state !== 'confirmed') return null;
  const { kind } = status.confirmation;
  return kind === 'withdrawal' || kind === 'trade' ? status.at : null;
}

function changeOf(instruction: Instruction, currency: string): ChangeRange {
  const { status } = instruction;
  const content = asSent(instruction);
  const confirmation = status.state === 'confirmed' ? status.confirmation : null;
  if (
    content.kind === 'trade' &&
    confirmation?.kind === 'settled' &&
    confirmation.fill !== undefined
  ) {
    const change = decimalOf(changeOfFill(content, confirmation.fill, currency));
    return { least: change, most: change };
  }
  if (content.kind === 'trade' && content.instrument.split('/')[1] === currency) {
    return quoteChange(content, confirmation?.kind === 'trade' ? confirmation.trade : null);
  }
  const taken = confirmation?.kind === 'withdrawal' ? confirmation.taken : undefined;
  const carriedOut = taken === undefined ? content : { ...content, amount: taken };
  const change = decimalOf(expectedChange(carriedOut, currency));
  return { least: change, most: change };
}
