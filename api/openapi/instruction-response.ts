import * as z from 'zod/mini';
import { CONTENT_DIGEST_CHARACTERS } from '../../treasury/approvals/content-digest.ts';
import { valuedLimitSchema } from '../../treasury/facts/valued-limit.ts';
import { evidenceSchema } from '../../treasury/instructions/evidence.ts';
import {
  confirmationSchema,
  evidenceConfirmationSchema,
  type InstructionState,
  instructionSchema,
  settlementProposalSchema,
} from '../../treasury/instructions/instruction.ts';
import { claimRecordSchema } from '../../treasury/instructions/lane.ts';
import {
  shownCancellationSchema,
  shownEntrySchema,
} from '../../treasury/instructions/shown-instruction.ts';
import { shownDecisionSchema } from '../../treasury/ledger/stored-decision.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { valueLimit } from '../../treasury/policy/limit.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { besideIds } from './names-response.ts';

valuedLimitSchema.register(z.globalRegistry, { id: 'ValuedLimit' });
valueLimit.register(z.globalRegistry, { id: 'ValueLimit' });

export const decision = shownDecisionSchema.clone().register(z.globalRegistry, { id: 'Decision' });

const states: readonly z.ZodMiniObject[] = instructionSchema.shape.status.def.options;

/** A claim's nonce is never shown: a caller who knows it could pose as the sender. */
const shownClaim = z.omit(claimRecordSchema, { nonce: true });
/** Who released it, always as a list. */
const releasedBy = z.array(z.string());
const currencyEvidence = evidenceSchema.shape.currencies.def.element;
const { earlierFlows, explanations } = currencyEvidence.shape;
const message = z.string();
const point = z.extend(evidenceSchema.shape.points.def.element, { message });
/** A summary; with `expand=evidence` all of it. */
const evidence = z
  .extend(evidenceSchema, {
    points: z.exactOptional(z.array(point)),
    message,
    readings: z.int().check(z.nonnegative()),
    explains: z.object({ executed: z.boolean(), notExecuted: z.boolean() }),
    currencies: z.array(
      z.extend(currencyEvidence, {
        earlierFlows: z.exactOptional(earlierFlows),
        explanations: z.exactOptional(explanations),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'Evidence' });

/** Where no person said so, with what the balances say. */
const [service, ...people] = confirmationSchema.def.options.filter(
  (each) => each !== evidenceConfirmationSchema,
);
if (service === undefined) throw new Error('the service confirms nothing');
const shownConfirmation = z.discriminatedUnion('kind', [
  service,
  ...people,
  z.extend(evidenceConfirmationSchema, { comment: z.string() }),
]);

const [first, ...others] = states.map((state) => {
  if (isState(state, 'cancelled')) return shownCancellationSchema;
  if (isState(state, 'approved')) return z.extend(state, { by: z.string() });
  if (isState(state, 'released')) {
    return z.extend(state, { by: releasedBy, comment: z.string() });
  }
  const shown = 'claim' in state.shape ? z.extend(state, { claim: shownClaim }) : state;
  if (!('found' in state.shape)) return shown;
  const seen = z.extend(z.omit(shown, { found: true, came: true }), { evidence: z.string() });
  return isState(state, 'confirmed') ? z.extend(seen, { confirmation: shownConfirmation }) : seen;
});
if (first === undefined) throw new Error('an instruction has no states');

/** As stored, except for withheld fields; while it waits for people, with the digest that they have to name. */
export const instruction = z
  .extend(instructionSchema, {
    status: z.discriminatedUnion('state', [first, ...others]),
    history: z.array(shownEntrySchema),
    evidence: z.exactOptional(evidence),
    settlement: z.exactOptional(z.omit(settlementProposalSchema, { seen: true })),
    lapsed: z.exactOptional(
      z.object({ by: z.string(), at: instant, executed: z.boolean(), message }),
    ),
    contentDigest: z.exactOptional(z.string().check(z.length(CONTENT_DIGEST_CHARACTERS))),
    execution: z.exactOptional(
      z.object({
        price: decimalText,
        decidedPrice: decimalText,
        slippagePercent: decimalText,
        slippage: decimalText,
        fees: z.exactOptional(z.array(z.object({ currency: z.string(), amount: decimalText }))),
      }),
    ),
    /** With `expand=decisions`. */
    decisions: z.exactOptional(z.array(decision)),
    ...besideIds,
  })
  .register(z.globalRegistry, {
    id: 'Instruction',
  });

function isState({ shape }: z.ZodMiniObject, name: InstructionState): boolean {
  const { state } = shape;
  return state instanceof z.ZodMiniLiteral && state.def.values.includes(name);
}
