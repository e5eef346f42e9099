import * as z from 'zod/mini';
import type { Actor } from '../facts/actor.ts';
import { BREAK_KINDS } from '../facts/break-facts.ts';
import type { MovementFact } from '../facts/movement-facts.ts';
import { sayMovement } from '../facts/sentences/movement.ts';
import { sayActor } from '../facts/sentences/say/say-actor.ts';
import { flowMovementSchema } from '../ledger/flow.ts';
import { record, type Stored } from '../records/record.ts';
import { restatedMovementSchema, statementLineSchema } from './statement-lines.ts';

const explanationSchema = record(() => ({
  kind: z.enum(BREAK_KINDS),
  /** Set if a matching rule explained it: its id, and the name of the class. */
  ruleId: z.exactOptional(z.string()),
  class: z.exactOptional(z.string()),
}));

type Explanation = Stored<typeof explanationSchema>;

const shownFields = {
  askedBy: z.nullable(z.string()),
  approvedBy: z.array(z.string()),
  description: z.nullable(z.string()),
  /** Of a movement that a person or a matching rule has explained. */
  explanation: z.exactOptional(explanationSchema),
};

export const shownLineSchema = record(() => {
  const { about: _, ...line } = statementLineSchema.shape;
  return { ...line, ...shownFields };
});

export const shownRestatedSchema = record(() => {
  const { about: _, ...movement } = restatedMovementSchema.shape;
  return { ...movement, ...shownFields };
});

export const shownFlowMovementSchema = record(() => {
  const { about: _, ...movement } = flowMovementSchema.shape;
  return {
    ...movement,
    askedBy: z.string(),
    approvedBy: z.array(z.string()),
    description: z.string(),
  };
});

/** What of a movement is said in words. */
interface InFacts {
  readonly askedBy: Actor | null;
  readonly approvedBy: readonly Actor[];
  readonly about: MovementFact | null;
  readonly inFlight?: true;
}

/** A movement as readers get it: its facts in words. */
export function showMovement<Movement extends InFacts>(movement: Movement) {
  const { about, ...rest } = movement;
  const explanation = explanationOf(about);
  return {
    ...rest,
    ...peopleOf(movement),
    description: descriptionOf(movement),
    ...(explanation !== null && { explanation }),
  };
}

/** Whoever asked for a movement and approved it, by name. */
export function peopleOf({ askedBy, approvedBy }: Pick<InFacts, 'askedBy' | 'approvedBy'>) {
  return {
    askedBy: askedBy === null ? null : sayActor(askedBy),
    approvedBy: approvedBy.map((each) => sayActor(each)),
  };
}

export function descriptionOf({
  about,
  inFlight,
}: Pick<InFacts, 'about' | 'inFlight'>): string | null {
  if (about === null) return null;
  return `${sayMovement(about)}${inFlight === true ? ' (not confirmed yet)' : ''}`;
}

/** What a difference was explained as; null of any other movement. */
export function explanationOf(about: MovementFact | null): Explanation | null {
  switch (about?.code) {
    case 'explained':
      return { kind: about.kind };
    case 'matched':
      return { kind: about.kind, ruleId: about.ruleId, class: about.label };
    default:
      return null;
  }
}
