import * as z from 'zod/mini';
import {
  auditEntrySchema,
  auditHeadSchema,
  type BrokenLink,
} from '../../treasury/audit/audit-entry.ts';
import { denialsSchema } from '../../treasury/audit/denial.ts';
import { calendarSchema } from '../../treasury/calendars/calendar.ts';
import { bucketAmountsSchema } from '../../treasury/counters/windows.ts';
import { SEQUENCE_FORM } from '../../treasury/events/event-batch.ts';
import { laneStepSchema } from '../../treasury/facts/lane-step.ts';
import { OUTFLOW_LIMITS } from '../../treasury/facts/limit-name.ts';
import { valuedLimitSchema } from '../../treasury/facts/valued-limit.ts';
import { shownCauseSchema } from '../../treasury/halt/halt-view.ts';
import {
  FAILURE_OUTCOMES,
  failureRowSchema,
  LANE_STATES,
  laneSchema,
  ruleUsageSchema,
} from '../../treasury/instructions/lane.ts';
import { CHANGE_STATES } from '../../treasury/ledger/policy-change.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { controlsSchema } from '../../treasury/policy/controls.ts';
import { haltSchema, shownResumptionSchema } from '../../treasury/policy/halt-state.ts';
import { manualRateSchema } from '../../treasury/policy/manual-rate.ts';
import { matchingRuleSchema } from '../../treasury/policy/matching-rule.ts';
import { POLICY_PIECES } from '../../treasury/policy/policy-pieces.ts';
import { accountSchema } from '../../treasury/policy/registered-account.ts';
import { ruleSchema } from '../../treasury/policy/sweep-rule.ts';
import { pauseSchema, webhookSchema } from '../../treasury/policy/webhook.ts';
import { snapshotMissedSchema, snapshotTakenSchema } from '../../treasury/snapshots/snapshot.ts';
import { listedSpanSchema } from '../../treasury/spans/span.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { unbookedPartSchema } from '../../treasury/unbooked/unbooked-parts.ts';
import { balanceSchema } from '../../treasury/valuation/balance.ts';
import { valuationSchema } from '../../treasury/valuation/valuation.ts';
import { deliverySchema } from '../../treasury/webhooks/delivery.ts';
import { enumOf } from './enum-of.ts';
import { besideIds } from './names-response.ts';
import { changeEffect } from './preview-responses.ts';
import { apart, notStated, valuationMarks, valuedIn } from './valued-in.ts';

export { decision, instruction } from './instruction-response.ts';

/*
 * The API's responses, from the very schemas that items are read back with. Named, so that the document refers to
 * each once.
 */

/** What is not stated stands apart from the balances. A total of a part only has a name of its own; values in a currency that was asked for say how they came about. */
const snapshotTakenShape = z.extend(z.omit(snapshotTakenSchema, { seal: true }), {
  pricesMissing: z.exactOptional(z.string()),
  pricesDropped: z.exactOptional(
    z.array(z.object({ instrument: z.string(), problem: z.string() })),
  ),
  balances: z.record(z.string(), balanceSchema),
  notStated,
  valuation: z.extend(valuationSchema, {
    total: z.nullable(decimalText),
    partialTotal: z.exactOptional(decimalText),
    values: z.record(z.string(), z.extend(valuationSchema.shape.values.def.valueType, valuedIn)),
    apart,
    ...valuationMarks,
  }),
});
const snapshotMissedShape = z.extend(z.omit(snapshotMissedSchema, { why: true }), {
  reason: z.string(),
});
export const snapshot = z
  .discriminatedUnion('kind', [snapshotTakenShape, snapshotMissedShape])
  .register(z.globalRegistry, { id: 'Snapshot' });
export const snapshotTaken = snapshotTakenShape
  .clone()
  .register(z.globalRegistry, { id: 'SnapshotTaken' });
export const decisionSpan = listedSpanSchema
  .clone()
  .register(z.globalRegistry, { id: 'DecisionSpan' });
export const rule = z.extend(ruleSchema, besideIds).register(z.globalRegistry, { id: 'SweepRule' });
const usedBudget = z.object({ limit: decimalText, used: decimalText, left: decimalText });
/** By the field of the rule. */
const valuedFields = z.object({
  threshold: z.exactOptional(valuedLimitSchema),
  keep: z.exactOptional(valuedLimitSchema),
  minimum: z.exactOptional(valuedLimitSchema),
  maximum: z.exactOptional(valuedLimitSchema),
  per24Hours: z.exactOptional(valuedLimitSchema),
  per30Days: z.exactOptional(valuedLimitSchema),
  approvalAbove: z.exactOptional(valuedLimitSchema),
});
const failing = {
  to: z.string(),
  failures: z.int().check(z.positive()),
  since: instant,
  at: instant,
  occurrence: instant,
  instructionId: z.string(),
  outcome: z.enum(FAILURE_OUTCOMES),
  reason: z.string(),
  message: z.string(),
  summary: z.string(),
};
export const failingRule = z.object({ ruleId: z.string(), currency: z.string(), ...failing });
/** A rule as the list has it: with where it stands at this moment. */
export const listedRule = z
  .extend(ruleSchema, {
    activity: z.object({
      nextOccurrence: z.nullable(instant),
      lastSweepAt: z.nullable(instant),
      lastTriedAt: z.nullable(instant),
      failing: z.exactOptional(z.object(failing)),
      pausedUntil: z.exactOptional(instant),
      restsUntil: z.exactOptional(instant),
      budgets: z.object({
        per24Hours: z.exactOptional(usedBudget),
        per30Days: z.exactOptional(usedBudget),
      }),
      withdrawalsPer24Hours: z.exactOptional(
        z.object({
          limit: z.int(),
          used: z.int(),
          left: z.int(),
          roomAt: z.exactOptional(instant),
        }),
      ),
      valued: z.exactOptional(z.nullable(valuedFields)),
    }),
    ...besideIds,
  })
  .register(z.globalRegistry, { id: 'ListedSweepRule' });
export const account = accountSchema
  .clone()
  .register(z.globalRegistry, { id: 'RegisteredAccount' });
/** A version of the history: since when it is in force is not stored beside it, and follows from its seal. */
export const accountVersion = z
  .extend(accountSchema, { activeSince: z.exactOptional(instant) })
  .register(z.globalRegistry, { id: 'AccountVersion' });
/** The limits of what may leave to an account, as its next withdrawal would meet them. */
export const accountLimits = z
  .object({
    accountId: z.string(),
    at: instant,
    limits: z.array(
      z
        .object({
          limit: z.enum(OUTFLOW_LIMITS),
          counterparty: z.exactOptional(z.string()),
          currency: z.string(),
          maximum: decimalText,
          used: z.nullable(decimalText),
          left: z.nullable(decimalText),
          unknown: z.exactOptional(z.string()),
        })
        .register(z.globalRegistry, { id: 'LimitLeft' }),
    ),
    ...besideIds,
  })
  .register(z.globalRegistry, { id: 'AccountLimits' });
/** Those of the policy, and those that are built in. */
export const calendar = z
  .extend(calendarSchema, {
    version: z.int().check(z.nonnegative()),
    activeSince: z.exactOptional(instant),
    builtIn: z.exactOptional(z.literal(true)),
  })
  .register(z.globalRegistry, { id: 'Calendar' });
export const webhook = z
  .extend(webhookSchema, {
    ...besideIds,
    pausedBySluice: z.exactOptional(z.extend(pauseSchema, { message: z.string() })),
  })
  .register(z.globalRegistry, { id: 'Webhook' });
export const matchingRule = matchingRuleSchema
  .clone()
  .register(z.globalRegistry, { id: 'MatchingRule' });
export const manualRate = manualRateSchema.clone().register(z.globalRegistry, { id: 'ManualRate' });
/** An attempt, and a delivery without its event. */
export const delivery = z
  .omit(deliverySchema, { event: true })
  .register(z.globalRegistry, { id: 'Delivery' });
export const deliveryWithEvent = z
  .extend(z.omit(deliverySchema, { event: true }), { event: z.looseObject({ id: z.string() }) })
  .register(z.globalRegistry, { id: 'DeliveryWithEvent' });
export const webhookSecret = z
  .object({ secret: z.string(), generation: z.int().check(z.positive()) })
  .register(z.globalRegistry, { id: 'WebhookSecret' });
export const webhookReceiver = z
  .object({
    failingSince: z.nullable(instant),
    deliveredAt: z.nullable(instant),
    pending: z.int().check(z.nonnegative()),
    more: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'WebhookReceiver' });
export const redelivery = z
  .object({ queued: z.int().check(z.nonnegative()), until: z.nullable(instant) })
  .register(z.globalRegistry, { id: 'Redelivery' });
export const controls = z
  .extend(controlsSchema, besideIds)
  .register(z.globalRegistry, { id: 'Controls' });
export const controlsVersion = z
  .extend(controlsSchema, { activeSince: z.exactOptional(instant), ...besideIds })
  .register(z.globalRegistry, { id: 'ControlsVersion' });

/** The kill switch. */
export const halt = z
  .object({
    generation: z.int().check(z.nonnegative()),
    mode: haltSchema.shape.mode,
    because: z.nullable(shownCauseSchema),
    currencies: z.record(z.string(), shownCauseSchema),
    resumed: z.nullable(shownResumptionSchema.clone()),
    unaudited: z.int().check(z.nonnegative()),
    ...besideIds,
  })
  .register(z.globalRegistry, { id: 'Halt' });

/** The current controls, and the kill switch beside them. */
export const currentControls = z
  .extend(controlsSchema, { halt, ...besideIds })
  .register(z.globalRegistry, { id: 'CurrentControls' });

/** A change of the policy as shown to approvers. */
export const change = z
  .object({
    id: z.string(),
    subject: z.string(),
    kind: z.enum(POLICY_PIECES),
    state: z.enum(CHANGE_STATES),
    madeBy: z.string(),
    madeAt: instant,
    expiresAt: instant,
    comment: z.exactOptional(z.string()),
    decided: z.exactOptional(z.object({ by: z.string(), at: instant, comment: z.string() })),
    baseVersion: z.int().check(z.nonnegative()),
    resumption: z.exactOptional(
      z.object({
        generation: z.int().check(z.nonnegative()),
        currency: z.exactOptional(z.string()),
      }),
    ),
    widens: z.array(z.string()),
    differences: z.array(
      z.object({
        field: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        widens: z.nullable(z.string()),
      }),
    ),
    before: z.unknown(),
    after: z.unknown(),
    effect: z.exactOptional(z.nullable(changeEffect)),
    effectMissing: z.exactOptional(z.string()),
    ...besideIds,
    version: z.int().check(z.positive()),
  })
  .register(z.globalRegistry, { id: 'PolicyChange' });
export const denials = denialsSchema.clone().register(z.globalRegistry, { id: 'Denials' });
/** A place in the feed of events. */
export const sequence = z.string().check(z.regex(SEQUENCE_FORM));

/** An event as the feed has it. The schema of its data is in events.schema.json, by the name in `dataschema`. */
export const feedEvent = z
  .object({
    specversion: z.literal('1.0'),
    id: z.string(),
    source: z.string(),
    type: z.string(),
    subject: z.string(),
    time: instant,
    tenant: z.string(),
    datacontenttype: z.literal('application/json'),
    dataschema: z.string(),
    sequence,
    data: z.looseObject({}),
  })
  .register(z.globalRegistry, { id: 'Event' });

export const auditEntry = auditEntrySchema.clone().register(z.globalRegistry, { id: 'AuditEntry' });

export const unbookedPart = unbookedPartSchema.register(z.globalRegistry, { id: 'UnbookedPart' });

/** What did not leave in a row, with what was seen of the last, or why it was cancelled, in words. */
const shownFailure = z.extend(
  z.omit(failureRowSchema, { found: true, came: true, evidence: true, why: true }),
  {
    message: z.string(),
  },
);

laneStepSchema.register(z.globalRegistry, { id: 'LaneStep' });

export const laneView = z
  .object({
    currency: z.string(),
    state: z.enum(LANE_STATES),
    blockedBy: z.exactOptional(
      z.object({
        instructionId: z.string(),
        since: instant,
        untilAtLeast: instant,
        why: z.string(),
        step: laneStepSchema,
        next: z.string(),
        evidence: z.exactOptional(z.string()),
      }),
    ),
    unbooked: z.exactOptional(
      z.object({
        amount: z.string(),
        since: z.nullable(instant),
        ageSeconds: z.number(),
        overdue: z.nullable(z.string()),
        parts: z.array(unbookedPart),
        why: z.string(),
        next: z.string(),
      }),
    ),
    open: z.array(laneSchema.shape.open.def.valueType),
    usage: z.record(
      z.string(),
      z.object({
        hours: bucketAmountsSchema,
        days: bucketAmountsSchema,
        ...ruleUsageSchema.shape,
        failing: z.exactOptional(z.record(z.string(), shownFailure)),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'LaneView' });

/** Before the first entry the chain's end is at 0. */
const head = z.extend(auditHeadSchema, {
  sequence: z.int().check(z.nonnegative()),
});

export const verification = z
  .discriminatedUnion('verdict', [
    z.object({ verdict: z.literal('intact'), head }),
    z.object({
      verdict: z.literal('broken'),
      link: z.object({
        sequence: z.int(),
        why: enumOf<BrokenLink['why']>({
          'not-the-next-one': true,
          'other-entry-before': true,
          'other-content': true,
        }),
      }),
    }),
    z.object({ verdict: z.literal('cut-off'), lastFound: z.int(), head }),
    z.object({ verdict: z.literal('unfinished'), at: head, next: z.string() }),
  ])
  .register(z.globalRegistry, { id: 'AuditVerification' });

export const problem = z
  .looseObject({
    type: z.string(),
    code: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.exactOptional(z.string()),
    fields: z.exactOptional(
      z.array(
        z.object({
          field: z.string(),
          pointer: z.exactOptional(z.string()),
          seen: z.string(),
          accepted: z.string(),
          code: z.exactOptional(z.string()),
        }),
      ),
    ),
    requestId: z.string(),
  })
  .register(z.globalRegistry, {
    id: 'Problem',
  });
