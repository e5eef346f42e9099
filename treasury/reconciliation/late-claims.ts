import type { Instruction, InstructionState } from '../instructions/instruction.ts';
import {
  type ClaimWindow,
  type LateBooking,
  lateBookingSchema,
  type ShownPart,
} from '../ledger/claim-window.ts';
import type { Flow, FlowMovement } from '../ledger/flow.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import type { Instant } from '../time/instant.ts';
import { isPending, type KnownMovement, lateIn, movementOf } from './movement.ts';

/** A claim and its instruction, as they were read. */
export interface SeenClaim {
  readonly window: ClaimWindow;
  readonly instruction: Instruction;
}

/** A claim that was pending, and the state its instruction was in when it was last looked at. */
export interface CurrentClaim extends SeenClaim {
  readonly stateBefore: InstructionState;
}

/** The readings under examination: the tick that they begin after, the last tick, and when that was read. */
export interface LookedAt {
  readonly after: Instant;
  readonly ticked: Instant;
  readonly until: Instant;
}

/** How claims show late while one snapshot is reconciled: the findings of one window apply to the next. */
export class LateClaims {
  readonly #seen = new Map<string, SeenClaim>();
  readonly #changed = new Map<string, ClaimWindow>();

  constructor(current: readonly CurrentClaim[]) {
    for (const { window, instruction } of current) {
      this.#seen.set(instruction.id, { window, instruction });
    }
  }

  /**
   * The movements of a currency that explain a window: of the claims that touch it, of earlier ones that are pending, and
   * the parts of still earlier ones that its flows have on record.
   */
  movementsIn(
    currency: string,
    touching: readonly SeenClaim[],
    flows: readonly Flow[],
    { after, ticked, until }: LookedAt,
  ): readonly KnownMovement[] {
    const claims = touching.map((each) => this.#asKnown(each));
    const touched = new Set(claims.map(({ instruction }) => instruction.id));
    const pending = [...this.#seen.values()].filter(
      ({ window, instruction }) =>
        !touched.has(instruction.id) &&
        window.claimedAt < until &&
        (isPending(window, instruction) || showsIn(window, currency, after, ticked)) &&
        lateIn(window, currency) !== null,
    );
    const covered = new Set([...touched, ...pending.map(({ instruction }) => instruction.id)]);
    const known = [...claims, ...pending].flatMap(({ window, instruction }) => {
      const movement = movementOf(instruction, window, currency);
      return movement === null ? [] : [movement];
    });
    return [...known, ...recordedIn(flows, currency, covered)];
  }

  /** Requests in a currency whose outcome is not known, those whose windows are over as well. */
  undecidedIn(currency: string, touching: readonly SeenClaim[]): readonly KnownMovement[] {
    return [...this.#seen.values(), ...touching].flatMap(({ window, instruction }) => {
      const movement = movementOf(instruction, window, currency);
      return movement === null || movement.certainty === 'executed' ? [] : [movement];
    });
  }

  /**
   * A claim of which another replica takes back a part that showed, in readings that may be under examination
   * already.
   */
  takeBack(seen: SeenClaim, currency: string, parts: readonly ShownPart[]): void {
    if (!this.#seen.has(seen.instruction.id)) this.#seen.set(seen.instruction.id, seen);
    this.#noteOne(seen.instruction.id, currency, { parts });
  }

  /** Includes findings since it was read. */
  claimOf(id: string): SeenClaim | null {
    const seen = this.#seen.get(id);
    return seen === undefined ? null : this.#asKnown(seen);
  }

  /** The findings of a window, once it is written. */
  note(
    touching: readonly SeenClaim[],
    late: ReadonlyMap<string, ReadonlyMap<string, LateBooking>>,
  ): void {
    for (const each of touching) {
      const { window } = this.#asKnown(each);
      this.#seen.set(each.instruction.id, { window, instruction: each.instruction });
    }
    for (const [currency, bookings] of late) {
      for (const [id, booking] of bookings) this.#noteOne(id, currency, booking);
    }
  }

  /** Nothing more of it is awaited. */
  settle(id: string, currency: string, rest: NonNullable<LateBooking['rest']>): void {
    const seen = this.#seen.get(id);
    const late = seen === undefined ? null : lateIn(seen.window, currency);
    if (late !== null) this.#noteOne(id, currency, { ...late, rest });
  }

  seen(): readonly SeenClaim[] {
    return [...this.#seen.values()];
  }

  changed(): readonly ClaimWindow[] {
    return [...this.#changed.values()];
  }

  #noteOne(id: string, currency: string, found: LateBooking): void {
    const seen = this.#seen.get(id);
    if (seen === undefined) throw new Error(`${id} shows late and was not read`);
    const before = lateIn(seen.window, currency);
    const booking = withUnknown(lateBookingSchema, before, found);
    if (before !== null && canonicalText(before) === canonicalText(booking)) return;
    const window = { ...seen.window, late: { ...seen.window.late, [currency]: booking } };
    this.#seen.set(id, { ...seen, window });
    this.#changed.set(id, window);
  }

  /** Findings since a claim was read count. */
  #asKnown({ window, instruction }: SeenClaim): SeenClaim {
    return { window: this.#changed.get(instruction.id) ?? window, instruction };
  }
}

/** Whether a part of a claim is known to show in some readings. */
function showsIn(window: ClaimWindow, currency: string, after: Instant, ticked: Instant): boolean {
  const parts = lateIn(window, currency)?.parts ?? [];
  return parts.some(({ snapshot }) => after < snapshot && snapshot <= ticked);
}

/** Parts that flows have on record of claims that are no longer examined: they showed late, in that very interval. */
function recordedIn(
  flows: readonly Flow[],
  currency: string,
  covered: ReadonlySet<string>,
): readonly KnownMovement[] {
  return flows
    .filter((flow) => flow.currency === currency)
    .flatMap((flow) =>
      flow.movements
        .filter(({ instructionId }) => !covered.has(instructionId))
        .map((movement) => recorded(flow, movement)),
    );
}

function recorded({ sinceReadAt, readAt }: Flow, movement: FlowMovement): KnownMovement {
  const { amount, inFlight: _, ...rest } = movement;
  const change = decimalOf(amount);
  return {
    ...rest,
    certainty: 'executed',
    from: sinceReadAt,
    until: readAt,
    least: change,
    most: change,
    late: { parts: [], rest: 'booked' },
  };
}
