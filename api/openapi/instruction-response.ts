import * as z from 'zod/mini';
import { CONTENT_DIGEST_CHARACTERS } from '../../treasury/approvals/content-digest.ts';
import { valuedLimitSchema } from '../../treasury/facts/valued-limit.ts';
import { evidenceSchema } from '../../treasury/instructions/evidence.ts';
import { instructionSchema } from '../../treasury/instructions/instruction.ts';
import { claimRecordSchema } from '../../treasury/instructions/lane.ts';
import { shownDecisionSchema } from '../../treasury/ledger/stored-decision.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { valueLimit } from '../../treasury/policy/limit.ts';
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
/** A summary; with `expand=evidence` all of it. */
const evidence = z
  .extend(evidenceSchema, {
    points: z.exactOptional(evidenceSchema.shape.points),
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

const [first, ...others] = states.map((state) => {
  if ('claim' in state.shape) return z.extend(state, { claim: shownClaim });
  return isReleased(state) ? z.extend(state, { by: releasedBy }) : state;
});
if (first === undefined) throw new Error('an instruction has no states');

/** As stored, except for withheld fields; while it waits for people, with the digest that they have to name. */
export const instruction = z
  .extend(instructionSchema, {
    status: z.discriminatedUnion('state', [first, ...others]),
    evidence: z.exactOptional(evidence),
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

function isReleased({ shape }: z.ZodMiniObject): boolean {
  const { state } = shape;
  return state instanceof z.ZodMiniLiteral && state.def.values.includes('released');
}
