import * as z from 'zod';
import { auditEntrySchema, auditHeadSchema } from '../../adapters/store/schemas/audit-schema.ts';
import { decisionSchema } from '../../adapters/store/schemas/decision-schema.ts';
import { instant, laneSchema } from '../../adapters/store/schemas/lane-schema.ts';
import {
  accountSchema,
  controlsSchema,
  ruleSchema,
} from '../../adapters/store/schemas/policy-schema.ts';
import { snapshotShape, snapshotTakenShape } from '../../adapters/store/schemas/snapshot-schema.ts';
import { changeEffect } from '../../contract/preview.ts';
import { CHANGE_STATES } from '../../treasury/changes/policy-change.ts';

export { instruction } from './instruction-answer.ts';

/*
 * What the API answers, from the very schemas that items are read back with. Named, so that the
 * document refers to each once.
 */

export const snapshot = snapshotShape.meta({ id: 'Snapshot' });
export const snapshotTaken = snapshotTakenShape.meta({ id: 'SnapshotTaken' });
export const decision = decisionSchema.meta({ id: 'Decision' });
export const rule = ruleSchema.meta({ id: 'SweepRule' });
export const account = accountSchema.meta({ id: 'RegisteredAccount' });
export const controls = controlsSchema.meta({ id: 'Controls' });

/** A change of the policy as people decide about it. */
export const change = z
  .object({
    id: z.string(),
    subject: z.string().meta({ description: '"rule:btc-cold", "account:...", "controls"' }),
    kind: z.enum(['rule', 'account', 'controls']),
    state: z.enum(CHANGE_STATES),
    madeBy: z.string(),
    madeAt: instant,
    expiresAt: instant,
    words: z.string().exactOptional(),
    decided: z.object({ by: z.string(), at: instant, words: z.string() }).exactOptional(),
    baseVersion: z.int().nonnegative(),
    widens: z.array(z.string()),
    differences: z.array(
      z.object({
        field: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        widens: z.string().nullable(),
      }),
    ),
    before: z.unknown(),
    after: z.unknown(),
    effect: changeEffect.nullable().exactOptional(),
    version: z.int().positive(),
  })
  .meta({ id: 'PolicyChange' });
export const auditEntry = auditEntrySchema.meta({ id: 'AuditEntry' });

const lane = laneSchema as typeof laneSchema & z.ZodObject;
export const laneView = z
  .object({
    currency: z.string(),
    state: z.enum(['idle', 'sending', 'rejected', 'unknown', 'anomaly', 'disarmed']),
    blockedBy: z
      .object({
        instructionId: z.string(),
        since: instant,
        untilAtLeast: instant,
        why: z.string(),
        next: z.string(),
        evidence: z.string().exactOptional(),
      })
      .exactOptional(),
    open: z.array(
      z.object({
        instructionId: z.string(),
        ruleId: z.string().exactOptional(),
        amount: z.string(),
      }),
    ),
    usage: lane.shape.usage ?? z.unknown(),
  })
  .meta({ id: 'LaneView' });

/** Before the first entry the chain's end is at 0. */
const head = (auditHeadSchema as typeof auditHeadSchema & z.ZodObject).extend({
  sequence: z.int().nonnegative(),
});

export const verification = z
  .discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('intact'), head }),
    z.object({
      verdict: z.literal('broken'),
      link: z.object({
        sequence: z.int(),
        why: z.enum(['not-the-next-one', 'other-entry-before', 'other-words']),
      }),
    }),
    z.object({ verdict: z.literal('cut-off'), lastFound: z.int(), head }),
    z.object({ verdict: z.literal('unfinished'), at: head, next: z.string() }),
  ])
  .meta({ id: 'AuditVerification' });

export const problem = z
  .looseObject({
    type: z.string().meta({ description: 'urn:sluice:problem:CODE; docs/problems.md lists them' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().exactOptional(),
    fields: z
      .array(
        z.object({
          field: z.string(),
          seen: z.string(),
          accepted: z.string(),
          code: z.string().exactOptional(),
        }),
      )
      .exactOptional(),
    requestId: z.string().meta({ description: 'Quote it when you ask about a request' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457; further members as the type says' });

export function listOf(items: z.ZodType) {
  return z.object({ items: z.array(items) });
}

export function pageOf(items: z.ZodType) {
  return z.object({
    items: z.array(items),
    cursor: z
      .string()
      .exactOptional()
      .meta({ description: 'Where the next page starts; absent on the last one' }),
  });
}
