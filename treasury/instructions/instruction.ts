import * as z from 'zod/mini';
import { UNBOOKED_OUTCOMES } from '../booking/booking.ts';
import { recordedCheckSchema } from '../decisions/decision.ts';
import { noPersonSchema } from '../facts/actor.ts';
import { stopFactSchema } from '../facts/stop-fact.ts';
import { decimalText } from '../money/decimal-text.ts';
import {
  ANOMALY_CAUSES,
  answeredDestinationSchema,
  executedAmountsSchema,
  NOT_SENT_CAUSES,
  seenFields,
  serviceTradeSchema,
  serviceWithdrawalSchema,
  TRADE_SIDES,
  UNKNOWN_CAUSES,
  withdrawalRequestSchema,
} from '../outcomes/outcome.ts';
import { discriminants, record, type Stored } from '../records/record.ts';
import { instructionSealSchema, sealSchema } from '../seals/seal.ts';
import { instant } from '../time/instant-schema.ts';
import { limitPriceSchema } from '../value-limits/stated-price.ts';
import { destinationSchema } from './destination.ts';
import { evidenceSchema } from './evidence.ts';
import { historyFactSchema } from './history-fact.ts';
import { claimRecordSchema } from './lane.ts';
import { requestLabels } from './request-labels.ts';

export const partOfRunSchema = record(() => ({
  /** Its place in the rule's split, from 1. */
  part: z.int().check(z.positive()),
  /** Parts of the rule's split; those of zero have no instruction. */
  of: z.int().check(z.positive()),
  /** The whole amount that the rule decided; decimal text. */
  total: decimalText,
  /** Every part of the run that became an instruction, this one too. */
  parts: z.array(
    record(() => ({
      part: z.int().check(z.positive()),
      instructionId: z.string(),
      withdrawalAccountId: z.string(),
      amount: decimalText,
    })),
  ),
}));

/** One part of a sweep that is divided among several accounts, with the whole that was decided at once. */
export type PartOfRun = Stored<typeof partOfRunSchema>;

const originSchema = z.discriminatedUnion('kind', [
  record(() => ({
    kind: z.literal('sweep'),
    ruleId: z.string(),
    ruleVersion: z.int().check(z.positive()),
    occurrence: instant,
    snapshot: instant,
    /** Absent if the rule has no split. */
    split: z.exactOptional(partOfRunSchema),
  })),
  record(() => ({
    kind: z.literal('request'),
    idempotencyKey: z.string(),
    /** SHA-256 over the canonical body, to tell a repetition from another command under the same key. */
    fingerprint: z.string(),
    requestedBy: z.string(),
  })),
]);

/** The origin of a command. With the tenant it fixes the instruction's id. */
export type Origin = Stored<typeof originSchema>;

export const contentSchema = z.discriminatedUnion('kind', [
  record(() => ({
    ...withdrawalRequestSchema.shape,
    kind: z.literal('withdrawal'),
    /** Label of the account at the time, for people. */
    accountLabel: z.string(),
    ...requestLabels,
  })),
  record(() => ({
    kind: z.literal('trade'),
    instrument: z.string(),
    side: z.enum(TRADE_SIDES),
    price: decimalText,
    amount: decimalText,
    ...requestLabels,
  })),
]);

/** The command. Never changes once written: another amount is another instruction. */
export type Content = Stored<typeof contentSchema>;

export type CancelReason = string;

const twoPeople = z.tuple([z.string(), z.string()]);

/** No person said so: exactly one explanation fitted the balances, and the controls allow that. */
export const evidenceConfirmationSchema = record(() => ({ kind: z.literal('evidence') }));

export const confirmationSchema = z.discriminatedUnion('kind', [
  record(() => ({
    kind: z.literal('withdrawal'),
    withdrawals: z.array(serviceWithdrawalSchema),
    /** What the answer says of the destination, compared with the registered one. */
    destination: z.exactOptional(answeredDestinationSchema),
    /** What left the balance, if it is less than was asked for: the service cuts amounts; decimal text. */
    taken: z.exactOptional(decimalText),
  })),
  record(() => ({ kind: z.literal('trade'), trade: serviceTradeSchema, answer: z.string() })),
  record(() => ({
    kind: z.literal('settled'),
    by: twoPeople,
    comment: z.string(),
    withdrawalId: z.exactOptional(z.string()),
    /** For a trade: the executed amounts that two people state. */
    fill: z.exactOptional(executedAmountsSchema),
  })),
  evidenceConfirmationSchema,
]);

/** The service's confirmation: the withdrawals of an instruction, or its trade. */
export type Confirmation = Stored<typeof confirmationSchema>;

export const settlementProposalSchema = record(() => ({
  by: z.string(),
  at: instant,
  executed: z.boolean(),
  /** The service's id of the withdrawal, if it was executed and the person knows it. */
  withdrawalId: z.exactOptional(z.string()),
  /** The executed part of a trade, if there is one. */
  fill: z.exactOptional(executedAmountsSchema),
  comment: z.string(),
  /** Digest of the evidence that the person saw. */
  evidence: z.string(),
  /** What that showed: it holds while nothing speaks against it since. */
  seen: record(() => ({
    /** Everything read until then had been weighed. */
    until: instant,
    /** Digest of the movements until then. */
    moves: z.string(),
    /** Currencies that the last reading left out. */
    notStated: z.array(z.string()),
  })),
  /** Over this word and its subject: without a valid seal the word counts for nothing. */
  seal: z.exactOptional(sealSchema),
}));

/** A first person's word about the outcome of a request, until a second person agrees. */
export type SettlementProposal = Stored<typeof settlementProposalSchema>;

const approvalCount = z.union([z.literal(1), z.literal(2)]);

/** How many people have to approve, beside the person who requested it. */
export type ApprovalCount = Stored<typeof approvalCount>;

const approvalSchema = record(() => ({ by: z.string(), at: instant }));

const serviceIds = {
  /** The service's id of the trade, if its response had one. */
  tradeId: z.exactOptional(z.string()),
  /** The service's ids of withdrawals, if its response had any that were new. */
  withdrawalIds: z.exactOptional(z.array(z.string())),
};

export const instructionStatusSchema = z.discriminatedUnion('state', [
  record(() => ({ state: z.literal('proposed'), at: instant })),
  record(() => ({
    state: z.literal('awaiting-approval'),
    at: instant,
    expiresAt: instant,
    /** People who have to approve; absent: one. */
    approvalsRequired: z.exactOptional(approvalCount),
    /** Approvals given so far, of different people. */
    approvals: z.exactOptional(z.array(approvalSchema)),
  })),
  record(() => ({
    state: z.literal('approved'),
    at: instant,
    /** What required no person; absent if people approved. */
    by: z.exactOptional(noPersonSchema),
    approvals: z.exactOptional(z.array(approvalSchema)),
  })),
  record(() => ({ state: z.literal('sending'), at: instant, claim: claimRecordSchema })),
  record(() => ({
    state: z.literal('unknown'),
    at: instant,
    cause: z.enum(UNKNOWN_CAUSES),
    ...seenFields,
    ...serviceIds,
    claim: claimRecordSchema,
  })),
  record(() => ({
    state: z.literal('rejected'),
    at: instant,
    status: z.int(),
    ...seenFields,
    claim: claimRecordSchema,
  })),
  record(() => ({
    state: z.literal('anomaly'),
    at: instant,
    cause: z.enum(ANOMALY_CAUSES),
    ...seenFields,
    ...serviceIds,
    claim: claimRecordSchema,
  })),
  record(() => ({
    state: z.literal('declined'),
    at: instant,
    by: z.string(),
    comment: z.string(),
  })),
  record(() => ({ state: z.literal('expired'), at: instant })),
  record(() => ({
    state: z.literal('cancelled'),
    at: instant,
    reason: z.string(),
    why: stopFactSchema,
    checks: z.array(recordedCheckSchema),
  })),
  record(() => ({
    state: z.literal('confirmed'),
    at: instant,
    confirmation: confirmationSchema,
    ...seenFields,
  })),
  record(() => ({
    state: z.literal('not-sent'),
    at: instant,
    cause: z.enum(NOT_SENT_CAUSES),
    ...seenFields,
  })),
  record(() => ({
    state: z.literal('released'),
    at: instant,
    /** Two people; or the evidence alone, if the controls allow that. */
    by: z.union([twoPeople, z.literal('evidence')]),
    /** Of the two people; absent where the evidence settled it. */
    comment: z.exactOptional(z.string()),
  })),
]);

export type InstructionStatus = Stored<typeof instructionStatusSchema>;

export type InstructionState = InstructionStatus['state'];

/** Every state there is. */
export const INSTRUCTION_STATES = discriminants(instructionStatusSchema);

/** The states an instruction can be in, for the edges that filter by them. */
export const instructionState = z.enum(INSTRUCTION_STATES);

const concludedUnbookedSchema = record(() => ({
  outcome: z.enum(UNBOOKED_OUTCOMES),
  /** The part, decimal text in `currency`; the rest had shown. */
  amount: decimalText,
  currency: z.string(),
  at: instant,
  by: twoPeople,
}));

/** The conclusion about the part of a confirmed instruction that no balance showed. */
export type ConcludedUnbooked = Stored<typeof concludedUnbookedSchema>;

const historyEntrySchema = record(() => ({
  at: instant,
  state: instructionState,
  fact: historyFactSchema,
}));

/** One line of an instruction's history; the statuses in order, without their bulk. */
export type HistoryEntry = Stored<typeof historyEntrySchema>;

export const decidedConversionSchema = record(() => ({
  /** The rule's currency, and what is given away of it at most; decimal text. */
  currency: z.string(),
  amount: decimalText,
  into: z.string(),
  /** Of the instrument, in the snapshot that the rule decided on. */
  bid: decimalText,
  ask: decimalText,
}));

/** What a rule decided to convert, and at which prices. */
export type DecidedConversion = Stored<typeof decidedConversionSchema>;

export const instructionSchema = record(() => ({
  id: z.string(),
  tenant: z.string(),
  origin: originSchema,
  content: contentSchema,
  /** For a withdrawal, the account at the time of this decision, which people approve. */
  destination: z.exactOptional(destinationSchema),
  createdAt: instant,
  /** The value of a withdrawal when it was proposed, decimal text; absent without a price. */
  value: z.exactOptional(record(() => ({ amount: decimalText, currency: z.string() }))),
  /** Of a trade that a rule decided. The price of its content is the worst that it may be filled at. */
  conversion: z.exactOptional(decidedConversionSchema),
  /** The limit price as its claim sends it: by the market of that moment, never worse than the one of the content. */
  sentPrice: z.exactOptional(decimalText),
  /** The price that the limits by value of its rule were turned with. Sealed: at the claim it permits no more. */
  priceOfLimits: z.exactOptional(limitPriceSchema),
  status: instructionStatusSchema,
  history: z.array(historyEntrySchema),
  /** The evidence of later balances, once an outcome is not known. */
  evidence: z.exactOptional(evidenceSchema),
  /** One person's word about its outcome; a second person has to agree. */
  settlement: z.exactOptional(settlementProposalSchema),
  /**
   * For a confirmed instruction that no balance showed, the conclusion of two people. The service's response stays.
   */
  concluded: z.exactOptional(concludedUnbookedSchema),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
  /** Over this very version, as long as it may still be sent: made by the function that decided it. */
  seal: z.exactOptional(instructionSealSchema),
}));

export type Instruction = Stored<typeof instructionSchema>;

/** The command as it was sent: of a trade that a rule decided, at the limit that its claim found. */
export function asSent<Sent extends Content>({
  content,
  sentPrice,
}: {
  readonly content: Sent;
  readonly sentPrice?: string;
}): Sent {
  return content.kind === 'trade' && sentPrice !== undefined
    ? { ...content, price: sentPrice }
    : content;
}

/** The currencies whose lanes an instruction holds: one for a withdrawal, both of a trade. */
export function currenciesOf(content: Content): readonly string[] {
  return content.kind === 'withdrawal' ? [content.currency] : content.instrument.split('/');
}
