import * as z from 'zod/mini';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { INBOX_KINDS, WHY_NOT_CODES } from '../../treasury/inbox/inbox-item.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { WEBHOOK_TROUBLES } from '../../treasury/overview/failing-webhooks.ts';
import { HEALTH_STATES, SHOWN_MODES } from '../../treasury/overview/overview.ts';
import { UNREADABLE_PIECES } from '../../treasury/policy/unreadable-pieces.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { ROLES } from '../roles/roles.ts';
import { besideIds } from './names-response.ts';
import { pageCursors } from './page-responses.ts';
import { failingRule, halt, laneView } from './response-schemas.ts';
import { apart, notStated, unvaluedReason, valuationMarks, valuedIn } from './valued-in.ts';

/** What cannot be read, each by its kind. */
export const unreadablePieces = z.array(
  z.object({ piece: z.enum(UNREADABLE_PIECES), id: z.string() }),
);

const count = z.int().check(z.nonnegative());

export const me = z
  .object({
    id: z.string(),
    kind: z.enum(['person', 'program']),
    name: z.string(),
    roles: z.array(z.enum(ROLES)),
    tenant: z.string(),
    tenants: z.array(z.string()),
    operations: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'Me' });

const whyNot = z
  .object({ code: z.enum(WHY_NOT_CODES), message: z.string() })
  .register(z.globalRegistry, { id: 'WhyNot' });

const inboxItem = z
  .object({
    kind: z.enum(INBOX_KINDS),
    id: z.string(),
    link: z.string(),
    decideAt: z.string(),
    act: z.string(),
    message: z.string(),
    proposed: z.exactOptional(z.string()),
    money: z.nullable(z.object({ amount: decimalText, currency: z.string() })),
    labels: z.object({
      ruleId: z.exactOptional(z.string()),
      ruleLabel: z.exactOptional(z.string()),
      withdrawalAccountId: z.exactOptional(z.string()),
      accountLabel: z.exactOptional(z.string()),
      accounts: z.exactOptional(
        z.array(
          z.object({
            withdrawalAccountId: z.string(),
            accountLabel: z.exactOptional(z.string()),
          }),
        ),
      ),
      reference: z.exactOptional(z.string()),
    }),
    askedBy: z.nullable(z.string()),
    since: instant,
    expiresAt: z.nullable(instant),
    approvals: z.object({ required: z.int().check(z.positive()), given: z.array(z.string()) }),
    trusted: z.nullable(z.boolean()),
    mayDecide: z.boolean(),
    whyNot: z.nullable(whyNot),
  })
  .register(z.globalRegistry, { id: 'InboxItem' });

const counted = {
  forMe: count,
  byKind: z.partialRecord(z.enum(INBOX_KINDS), count),
  more: z.array(z.enum(INBOX_KINDS)),
};

export const inbox = z
  .object({
    items: z.array(inboxItem),
    ...pageCursors,
    waiting: count,
    ...counted,
    ...besideIds,
  })
  .register(z.globalRegistry, { id: 'Inbox' });

const valueChange = z
  .object({
    since: instant,
    before: z.nullable(decimalText),
    amount: z.nullable(decimalText),
    percent: z.nullable(decimalText),
  })
  .register(z.globalRegistry, { id: 'ValueChange' });

const mode = z.enum(SHOWN_MODES);

const failingWebhook = z
  .object({
    webhookId: z.string(),
    label: z.string(),
    link: z.string(),
    state: z.enum(WEBHOOK_TROUBLES),
    since: instant,
    deliveredAt: z.nullable(instant),
    pending: z.nullable(z.object({ count, countedAt: instant })),
  })
  .register(z.globalRegistry, { id: 'FailingWebhook' });

export const overview = z
  .object({
    tenant: z.string(),
    at: instant,
    mode,
    halt,
    reportingCurrency: z.nullable(z.string()),
    value: z.object({
      total: z.nullable(decimalText),
      partialTotal: z.exactOptional(decimalText),
    }),
    change: z.object({ day: z.nullable(valueChange), week: z.nullable(valueChange) }),
    currencies: z.array(
      z.object({
        currency: z.string(),
        balance: decimalText,
        value: z.nullable(decimalText),
        share: z.nullable(decimalText),
        mode,
        valuedBy: z.exactOptional(
          z.object({ price: decimalText, instruments: z.array(z.string()), ...valuedIn }),
        ),
        unvaluedBecause: z.exactOptional(unvaluedReason),
      }),
    ),
    notStated,
    apart,
    manualRates: valuationMarks.manualRates,
    refusedRates: valuationMarks.refusedRates,
    blocked: z.array(laneView),
    low: z.array(
      z.object({
        ruleId: z.string(),
        currency: z.string(),
        balance: decimalText,
        low: decimalText,
        target: z.nullable(decimalText),
        missing: z.nullable(decimalText),
      }),
    ),
    failing: z.array(failingRule),
    failingWebhooks: z.array(failingWebhook),
    unreadable: z.exactOptional(unreadablePieces),
    waiting: z.nullable(z.object({ total: count, ...counted })),
    ...besideIds,
    lastRuns: z.array(
      z.object({
        snapshot: instant,
        rules: count,
        swept: z.array(
          z.object({
            ruleId: z.string(),
            currency: z.string(),
            amount: decimalText,
            instructionId: z.nullable(z.string()),
          }),
        ),
        notSwept: z.partialRecord(z.enum(NO_SWEEP_REASONS), count),
      }),
    ),
    health: z.object({
      state: z.enum(HEALTH_STATES),
      everySeconds: z.number(),
      lastSnapshot: z.nullable(z.object({ scheduledFor: instant, takenAt: instant })),
      ageSeconds: z.nullable(count),
      lastMiss: z.nullable(
        z.object({ scheduledFor: instant, code: z.string(), reason: z.string() }),
      ),
    }),
    calendarsEnding: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        until: z.string(),
        hasEnded: z.boolean(),
        rules: z.array(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'Overview' });
