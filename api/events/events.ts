import * as z from 'zod/mini';
import { UNBOOKED_BUDGETS, UNBOOKED_OUTCOMES } from '../../treasury/booking/booking.ts';
import type { ControlsEvents } from '../../treasury/events/controls-events.ts';
import { SEQUENCE_FORM } from '../../treasury/events/event-batch.ts';
import {
  type EventType,
  schemaName,
  type TreasuryEvent,
} from '../../treasury/events/treasury-event.ts';
import { BREAK_KINDS as KINDS_OF_BREAKS } from '../../treasury/facts/break-facts.ts';
import { FAILURE_OUTCOMES } from '../../treasury/instructions/lane.ts';
import { CLOSINGS, DIRECTIONS, SEVERITIES } from '../../treasury/ledger/break.ts';
import { ENDED_UNSENT } from '../../treasury/ledger/missed-occurrences.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { MODES } from '../../treasury/policy/controls.ts';
import { haltSchema } from '../../treasury/policy/halt-state.ts';
import { EXPECTED_FLOWS, EXPECTED_KINDS } from '../../treasury/policy/matching-rule.ts';
import { POLICY_PIECES } from '../../treasury/policy/policy-pieces.ts';
import { accountSchema } from '../../treasury/policy/registered-account.ts';
import { webhookSchema } from '../../treasury/policy/webhook.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { type EventKind, type Kinds, names, text, version } from './event-kind.ts';
import { instructionKinds } from './instruction-kinds.ts';
import { LANE_KINDS, OBSERVATION_KINDS } from './observation-kinds.ts';

/** The name that EventBridge knows Sluice's events by: the source in the pattern of a rule. */
export const EVENT_SOURCE = 'sluice';

/** The event that has an approved trade sent. */
export const TRADE_APPROVED: EventType = 'com.sluice.trade.approved';

const fields = names.check(z.describe('what differs from the version before, by name'));
const mode = z.enum(MODES);
const change = z.strictObject({
  changeId: text,
  version,
  kind: z.enum(POLICY_PIECES),
  policyId: z
    .nullable(text)
    .check(z.describe('of the piece that it is about; null for the controls')),
  baseVersion: z
    .int()
    .check(z.nonnegative(), z.describe('the version it rests on; 0 where nothing stood')),
  fields,
  madeBy: text,
  expiresAt: instant,
});
const decidedChange = z.extend(change, { by: text });

const rule = z.strictObject({
  ruleId: text,
  version,
  label: z.string(),
  currency: text,
  withdrawalAccountId: z.exactOptional(text).check(z.describe('of a rule that sweeps')),
  withdrawalAccountIds: z.exactOptional(
    names.check(z.describe('every account that it pays to, in order')),
  ),
  into: z.exactOptional(text).check(z.describe('the other currency, of a rule that converts')),
  enabled: z.boolean(),
  fields,
});

const matchingRule = z.strictObject({
  ruleId: text,
  version,
  label: z.string(),
  kind: z.enum(EXPECTED_KINDS),
  direction: z.enum(EXPECTED_FLOWS),
  currency: z.nullable(text).check(z.describe('null where it is about every currency')),
  enabled: z.boolean(),
  fields,
});

const manualRate = z.strictObject({
  manualRate: text,
  version,
  label: z.string(),
  currency: text,
  in: text,
  rate: text.check(z.describe('units of `in` for one unit of the currency')),
  from: text,
  until: text,
  fields,
});

const calendar = z.strictObject({
  calendarId: text,
  version,
  label: z.string(),
  timeZone: text,
  from: text.check(z.describe('the first date that it knows')),
  until: text.check(z.describe('the last date that it knows')),
  fields,
});

const account = z.strictObject({
  accountId: text,
  version,
  label: z.string(),
  network: text,
  currency: text,
  status: accountSchema.shape.status,
  usableFrom: z.nullable(instant).check(z.describe('nothing leaves to it before')),
  fields,
});

const webhook = z.strictObject({
  webhookId: text,
  version,
  label: z.string(),
  status: webhookSchema.shape.status,
  pausedBecause: z
    .nullable(text)
    .check(z.describe('why Sluice paused it; null where Sluice did not')),
  fields,
});

const controls: z.ZodMiniType<ControlsEvents['com.sluice.controls.set']> = z.strictObject({
  version,
  mode,
  previousMode: z.nullable(mode).check(z.describe('null where there were no controls')),
  currencyModes: z.record(z.string(), mode),
  previousCurrencyModes: z.record(z.string(), mode),
  haltedBy: z
    .nullable(text)
    .check(z.describe('who halted everything; null where it is not halted')),
  fields,
});

const halt = z.strictObject({
  generation: version.check(z.describe('of this halt or resumption: each is another one')),
  mode: haltSchema.shape.mode,
  currencies: names.check(z.describe('currencies that are halted by themselves')),
  haltedBy: z.nullable(text).check(z.describe('null where not everything is halted')),
});
const resumed = z.extend(halt, { by: text, approvedBy: text });

const found = z.strictObject({
  breakId: text,
  version,
  currency: text,
  direction: z.enum(DIRECTIONS),
  amount: decimalText.check(z.describe('signed: what came in is positive')),
  severity: z
    .enum(SEVERITIES)
    .check(
      z.describe('an alarm where money went out without Sluice, or what it sent is not booked'),
    ),
  snapshot: instant.check(z.describe('tick of the snapshot that shows it')),
  mayBe: names.check(
    z.describe('requests whose outcome is not known that would account for it; the unbooked ones'),
  ),
});

const POLICY_KINDS: Kinds<'policy'> = {
  'com.sluice.policy.change-proposed': {
    when: 'a person proposed a change that another has to approve',
    data: change,
  },
  'com.sluice.policy.change-approved': {
    when: 'another person approved it; it is in force',
    data: decidedChange,
  },
  'com.sluice.policy.change-declined': {
    when: 'another person declined it',
    data: decidedChange,
  },
  'com.sluice.policy.change-withdrawn': {
    when: 'the maker cancelled it',
    data: decidedChange,
  },
  'com.sluice.policy.change-superseded': {
    when: 'its base version changed meanwhile; it never comes into force',
    data: decidedChange,
  },
};

const BREAK_KINDS: Kinds<'break'> = {
  'com.sluice.break.opened': {
    when: 'a snapshot shows a new or changed difference that nothing accounts for; or a confirmed amount is not booked within its bound',
    data: found,
  },
  'com.sluice.break.matched': {
    when: 'a matching rule explained it, at the moment it was found or once no request may account for it',
    data: z.extend(found, {
      kind: z.enum(EXPECTED_KINDS),
      ruleId: text,
      matchingRuleVersion: version,
      label: z.string().check(z.describe('the name of the class')),
    }),
  },
  'com.sluice.break.explained': {
    when: 'a person explained it',
    data: z.extend(found, { kind: z.enum(KINDS_OF_BREAKS), by: text }),
  },
  'com.sluice.break.closed': {
    when: 'people closed it, or later records account for it',
    data: z.extend(found, {
      how: z.enum(CLOSINGS),
      people: names.check(z.describe('who named it and who closed it')),
      instructionIds: names.check(z.describe('what accounts for it')),
    }),
  },
};

const missed = z.strictObject({
  ruleId: text,
  ruleVersion: version,
  currency: text,
  count: z.int().check(z.positive()),
  countedAll: z.boolean().check(z.describe('false where there are more than were counted')),
  first: instant,
  last: instant,
  snapshot: instant.check(z.describe('tick of the snapshot that was decided')),
  instructionId: z
    .nullable(text)
    .check(
      z.describe(
        'what was made for it, and ended without anything having left; null: never decided',
      ),
    ),
  ended: z.nullable(z.enum(ENDED_UNSENT)).check(z.describe('how that ended')),
  reason: z
    .nullable(text)
    .check(z.describe("the code of that end, or the status of the service's answer")),
});

const failing = z.strictObject({
  ruleId: text,
  currency: text,
  to: text.check(z.describe('label of the account, or the currency that it converts into')),
  failures: z.int().check(z.positive(), z.describe('in a row, when it was told')),
  since: instant.check(z.describe('when the first of them ended')),
  instructionId: text.check(z.describe('the last of them')),
  outcome: z.enum(FAILURE_OUTCOMES).check(z.describe('how that ended')),
  reason: text.check(z.describe("the status of the service's answer, the cause, or the code")),
  message: text.check(z.describe('what the service said, or why it was not sent; bounded')),
});

const failingWebhook = z.strictObject({
  webhookId: text,
  since: instant.check(z.describe('when its receiver began to take nothing')),
  deliveredAt: z.nullable(instant).check(z.describe('when it last took an event')),
  pending: z
    .int()
    .check(z.nonnegative(), z.describe('deliveries that waited when it was told; at most 1,000')),
});

const unbooked = z.strictObject({
  currency: text,
  version,
  amount: decimalText.check(z.describe('everything that no balance of the currency shows')),
  outcome: z.enum(UNBOOKED_OUTCOMES),
  budget: z
    .nullable(z.enum(UNBOOKED_BUDGETS))
    .check(z.describe('what becomes of what the claims debited; null where it was booked')),
  instructionIds: names,
  expiresAt: instant,
  people: names.check(z.describe('who said it, and who agreed')),
});

const UNBOOKED_KINDS: Kinds<'unbooked'> = {
  'com.sluice.unbooked.conclusion-proposed': {
    when: 'one person proposed the outcome of all unbooked amounts of a currency; it waits for another',
    data: unbooked,
  },
  'com.sluice.unbooked.concluded': {
    when: 'another person agreed; the amounts are no longer committed',
    data: unbooked,
  },
};

const POLICY_ITEM_KINDS: Kinds<'rule'> &
  Kinds<'manual-rate'> &
  Kinds<'matching-rule'> &
  Kinds<'account'> &
  Kinds<'calendar'> &
  Kinds<'webhook'> &
  Kinds<'controls'> &
  Kinds<'halt'> &
  Kinds<'access'> = {
  'com.sluice.rule.created': { when: 'a sweep rule was created', data: rule },
  'com.sluice.rule.changed': { when: 'a sweep rule has a new version', data: rule },
  'com.sluice.rule.deleted': { when: 'a sweep rule was deleted', data: rule },
  'com.sluice.rule.missed': {
    when: "occurrences of a rule's schedule are too old to start, or one ended without anything having left: the rule never carries them out",
    data: missed,
  },
  'com.sluice.rule.failing': {
    when: 'three withdrawals or trades of a rule in a row did not leave: told once, until it is over',
    data: failing,
  },
  'com.sluice.rule.recovered': {
    when: 'one of them has left again, or the rule is switched off, changed or gone',
    data: failing,
  },
  'com.sluice.webhook.failing': {
    when: 'the receiver of a webhook has taken nothing for an hour: told once, until it is over',
    data: failingWebhook,
  },
  'com.sluice.webhook.recovered': {
    when: 'it takes events again, or the webhook is paused or gone',
    data: failingWebhook,
  },
  'com.sluice.manual-rate.created': {
    when: 'a rate for what has no price was agreed to',
    data: manualRate,
  },
  'com.sluice.manual-rate.changed': {
    when: 'a manual rate has a new version',
    data: manualRate,
  },
  'com.sluice.manual-rate.deleted': { when: 'a manual rate was deleted', data: manualRate },
  'com.sluice.matching-rule.created': {
    when: 'a class of expected movements was created',
    data: matchingRule,
  },
  'com.sluice.matching-rule.changed': {
    when: 'a class of expected movements has a new version',
    data: matchingRule,
  },
  'com.sluice.matching-rule.deleted': {
    when: 'a class of expected movements was deleted',
    data: matchingRule,
  },
  'com.sluice.account.registered': {
    when: 'a withdrawal account is registered, usable after its cooling-off',
    data: account,
  },
  'com.sluice.account.changed': { when: 'an account has a new version', data: account },
  'com.sluice.account.closed': { when: 'an account was closed for ever', data: account },
  'com.sluice.calendar.created': { when: 'a calendar was created', data: calendar },
  'com.sluice.calendar.changed': { when: 'a calendar has a new version', data: calendar },
  'com.sluice.calendar.deleted': { when: 'a calendar was deleted', data: calendar },
  'com.sluice.webhook.created': { when: 'a webhook was created', data: webhook },
  'com.sluice.webhook.changed': {
    when: 'a webhook has a new version; also where Sluice paused it',
    data: webhook,
  },
  'com.sluice.webhook.deleted': { when: 'a webhook was deleted', data: webhook },
  'com.sluice.controls.set': { when: 'the first controls of a tenant', data: controls },
  'com.sluice.controls.halted': {
    when: 'a person, or Sluice after an anomaly, halted everything or a currency',
    data: controls,
  },
  'com.sluice.controls.resumed': {
    when: 'a halt of everything or of a currency ended',
    data: controls,
  },
  'com.sluice.halt.halted': { when: 'a person, or Sluice itself, halted', data: halt },
  'com.sluice.halt.resumed': { when: 'two people ended a halt', data: resumed },
  'com.sluice.controls.changed': { when: 'the controls have a new version', data: controls },
  'com.sluice.access.denied': {
    when: 'a caller was denied a route, for the first time within an hour',
    data: z.strictObject({
      by: text,
      route: text,
      code: text,
      requestId: text,
      hour: instant.check(z.describe('begin of the hour in which further ones are only counted')),
    }),
  },
};

/** The end of the audit chain: whoever keeps it elsewhere finds a chain that was cut off. */
const chainEnd = z
  .strictObject({
    sequence: z.int().check(z.positive()),
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  })
  .check(z.describe('the end of the audit chain that says so: keep it elsewhere'));

const STATEMENT_KINDS: Kinds<'statement'> = {
  'com.sluice.statement.frozen': {
    when: 'the statement of a past month is frozen; its digest is in the audit log too',
    data: z.strictObject({
      month: text,
      timeZone: text,
      from: instant,
      to: instant.check(z.describe('itself not in the month')),
      reportingCurrency: text,
      digest: z
        .string()
        .check(z.regex(/^[0-9a-f]{64}$/), z.describe('SHA-256 of the statement, in hex')),
      head: z.exactOptional(chainEnd),
    }),
  },
};

const CLOSED_DAY_KINDS: Kinds<'books'> = {
  'com.sluice.books.day-closed': {
    when: 'a day is over and everything on record of it is under a root in the audit log',
    data: z.strictObject({
      day: text.check(z.describe('a day of UTC')),
      root: z.string().check(z.regex(/^[0-9a-f]{64}$/), z.describe('SHA-256, in hex')),
      head: chainEnd,
    }),
  },
};

/** Every type of event there is: published events are checked against this, and documented from it. */
export const EVENT_KINDS = {
  ...instructionKinds('withdrawal'),
  ...instructionKinds('trade'),
  ...POLICY_KINDS,
  ...POLICY_ITEM_KINDS,
  ...BREAK_KINDS,
  ...UNBOOKED_KINDS,
  ...STATEMENT_KINDS,
  ...CLOSED_DAY_KINDS,
  ...LANE_KINDS,
  ...OBSERVATION_KINDS,
} as Readonly<Record<EventType, EventKind>>;

export const EVENT_TYPES = Object.keys(EVENT_KINDS) as readonly EventType[];

/** The whole event of a type, in its envelope. Fields that it does not name are refused. */
export function eventSchema(type: EventType) {
  return z.strictObject({
    specversion: z.literal('1.0'),
    id: text.check(
      z.describe('the same for the same change: take it to leave out what came twice'),
    ),
    source: text.check(z.describe('which Sluice: urn:sluice:STAGE')),
    type: z.literal(type),
    subject: text,
    time: instant.check(z.describe("the state's own time")),
    tenant: text,
    datacontenttype: z.literal('application/json'),
    dataschema: z
      .literal(schemaName(type))
      .check(z.describe('names the schema of the data: the $id in events.schema.json')),
    sequence: z
      .exactOptional(z.string().check(z.regex(SEQUENCE_FORM)))
      .check(z.describe("place in the tenant's feed: its order is that of the texts")),
    data: EVENT_KINDS[type].data,
  });
}

/** Made when an event of the type is first published: a function tells of few of them. */
const schemas = new Map<EventType, ReturnType<typeof eventSchema>>();

/** The event, checked against its schema: an undocumented event is never published. @throws ZodError */
export function checkedEvent(event: TreasuryEvent): TreasuryEvent {
  const { type } = event;
  if (!Object.hasOwn(EVENT_KINDS, type)) throw new TypeError(`no schema of ${type}`);
  const schema = schemas.get(type) ?? eventSchema(type);
  schemas.set(type, schema);
  schema.parse(event);
  return event;
}
