import * as z from 'zod/mini';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { SEQUENCE_FORM } from '../../treasury/events/event-batch.ts';
import { INSTRUCTION_STATES } from '../../treasury/instructions/instruction.ts';
import { LANE_STATES } from '../../treasury/instructions/lane.ts';
import { CHANGE_STATES } from '../../treasury/ledger/policy-change.ts';
import { LIST_ORDERS } from '../../treasury/ports/list-order.ts';
import { eventTypes } from './event-types.ts';
import {
  bound,
  code,
  codes,
  currency,
  instrument,
  moment,
  PAGE_FORMATS,
  paging,
  searchText,
  sort,
  wholeNumber,
  wholePaging,
} from './query-fields.ts';
import { reference } from './request-labels.ts';

const instructionStates = z.exactOptional(codes(INSTRUCTION_STATES));
const text = z.exactOptional(searchText);
const policyId = z.exactOptional(z.string().check(z.minLength(1), z.maxLength(63)));

export const pageQuery = z.strictObject({ sort, ...paging });

/** Lists that come whole, and pages of them. */
export const rulesQuery = z.strictObject({
  text,
  currency: z.exactOptional(currency),
  account: policyId,
  ...wholePaging,
});
export const accountsQuery = z.strictObject({
  text,
  currency: z.exactOptional(currency),
  ...wholePaging,
});
export const labelledQuery = z.strictObject({ text, ...wholePaging });
export const matchingRulesQuery = z.strictObject({
  text,
  currency: z.exactOptional(currency),
  ...wholePaging,
});
export const lanesQuery = z.strictObject({
  state: z.exactOptional(codes(LANE_STATES)),
  currency: z.exactOptional(currency),
  ...wholePaging,
});

export const changesQuery = z.strictObject({
  state: z.exactOptional(codes(CHANGE_STATES)),
  text,
  sort,
  ...paging,
});
const occurrence = z.exactOptional(moment);
const range = { from: z.exactOptional(bound), to: z.exactOptional(bound) };

/** What instructions can be read with. */
export const EXPANSIONS = ['decisions', 'evidence'] as const;
export type Expansion = (typeof EXPANSIONS)[number];
const expand = z.exactOptional(codes(EXPANSIONS));

/** Instructions of a page with their decisions at most: each is looked up in a run of its own. */
const MAX_DECIDED = 50;
const fewDecided = z.refine<{
  readonly expand?: readonly Expansion[];
  readonly limit: number;
}>(
  ({ expand: wanted = [], limit }) => !wanted.includes('decisions') || limit <= MAX_DECIDED,
  `expected a limit of at most ${MAX_DECIDED} with expand=decisions`,
);

export const instructionsQuery = z
  .strictObject({
    expand,
    state: instructionStates,
    reference: z.exactOptional(reference),
    currency: z.exactOptional(currency),
    rule: policyId,
    occurrence,
    account: policyId,
    text,
    ...range,
    sort,
    ...paging,
  })
  .check(fewDecided);

export const withdrawalsQuery = z
  .strictObject({
    expand,
    state: instructionStates,
    reference: z.exactOptional(reference),
    currency: z.exactOptional(currency),
    rule: policyId,
    occurrence,
    account: policyId,
    text,
    ...range,
    sort,
    ...paging,
  })
  .check(fewDecided);

export const tradesQuery = z
  .strictObject({
    expand,
    state: instructionStates,
    reference: z.exactOptional(reference),
    currency: z.exactOptional(currency),
    instrument: z.exactOptional(instrument),
    rule: policyId,
    occurrence,
    text,
    ...range,
    sort,
    ...paging,
  })
  .check(fewDecided);

const word = z
  .string()
  .check(z.minLength(1, 'expected at least 1 character'), z.maxLength(200, 'expected at most 200'));
export const auditQuery = z.strictObject({
  by: z.exactOptional(word),
  action: z.exactOptional(word),
  subject: z.exactOptional(word),
  text,
  ...range,
  sort,
  format: z._default(code(PAGE_FORMATS), 'json'),
  ...paging,
});
/** The feed of events, from behind a place or from a moment on. */
export const eventsQuery = z
  .strictObject({
    after: z.exactOptional(
      z.string().check(z.regex(SEQUENCE_FORM, 'expected the sequence of an event, 16 digits')),
    ),
    from: z.exactOptional(bound),
    type: z.exactOptional(eventTypes),
    ...paging,
  })
  .check(
    z.refine(
      ({ after, from }) => after === undefined || from === undefined,
      'expected after or from, not both',
    ),
  );
/** Denials are counted by person, route and hour: the time is that of the last one. */
export const denialsQuery = z.strictObject({
  by: z.exactOptional(word),
  text,
  ...range,
  sort,
  ...paging,
});
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in 64 hex digits'));
export const verificationQuery = z
  .strictObject({
    afterSequence: z.exactOptional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    afterHash: z.exactOptional(hash),
  })
  .check(
    z.refine(
      ({ afterSequence, afterHash }) => (afterSequence === undefined) === (afterHash === undefined),
      'expected afterSequence and afterHash together, or neither',
    ),
  );
const ruleId = z.string().check(z.minLength(1), z.maxLength(63));
export const decisionsQuery = z
  .strictObject({
    rule: z.exactOptional(ruleId),
    reason: z.exactOptional(code(NO_SWEEP_REASONS)),
    /** The one decision about the rule that was the last by then. */
    at: z.exactOptional(moment),
    ...range,
    sort,
    ...paging,
  })
  .check(
    z.refine(
      ({ at, rule, reason, from, to, cursor }) =>
        at === undefined ||
        (rule !== undefined && [reason, from, to, cursor].every((each) => each === undefined)),
      'expected at with a rule and nothing else',
    ),
  );

/** The spans of a rule in a range; or the open span of every rule. */
export const spansQuery = z
  .strictObject({
    rule: z.exactOptional(ruleId),
    ...range,
    withoutSweepSince: z.exactOptional(bound),
    sort: z.exactOptional(code(LIST_ORDERS)),
    ...paging,
  })
  .check(
    z.refine(
      ({ rule, withoutSweepSince }) => rule === undefined || withoutSweepSince === undefined,
      'expected rule or withoutSweepSince, not both',
    ),
    z.refine(
      ({ rule, from, to }) => rule !== undefined || (from === undefined && to === undefined),
      'expected from and to with a rule: without one, the open spans are listed',
    ),
    z.refine(
      ({ rule, sort: order }) => rule !== undefined || order === undefined,
      'expected sort with a rule: without one, the open spans are in the order of their rules',
    ),
  );

export const instructionQuery = z.strictObject({ expand });
