import type { DestinationFact } from '../../../treasury/facts/destination-facts.ts';
import type { LaneFact } from '../../../treasury/facts/lane-facts.ts';
import type { RuleFact } from '../../../treasury/facts/rule-facts.ts';
import type { ScheduleFact } from '../../../treasury/facts/schedule-facts.ts';
import type { TimingFact } from '../../../treasury/facts/timing-facts.ts';
import { AT, CRON, LATER, type SaidBy } from './said-by-check.ts';

const SNAPSHOTS = { schedule: { kind: 'every-snapshot' } } as const;
const OFFICE = { id: 'office', label: 'Office' } as const;
const OF_OFFICE = { limit: 'calendar', calendars: ['office'] } as const;

type Codes = (LaneFact | RuleFact | DestinationFact | TimingFact | ScheduleFact)['code'];

export const SAID_OF_RULES: SaidBy<Codes> = {
  live: [{ limit: 'mode', code: 'live', currency: 'BTC' }, 'live', 'live'],
  'no-policy': [
    { limit: 'mode', code: 'no-policy' },
    'no controls',
    'live',
    'No policy has been applied, so nothing may be sent.',
  ],
  'controls-unreadable': [
    { limit: 'mode', code: 'controls-unreadable' },
    'cannot be read',
    'live',
    'The controls cannot be read: what may leave is not known, so nothing is decided, sent or changed.',
  ],
  halted: [
    { limit: 'mode', code: 'halted', currency: 'BTC', halt: null },
    'halted',
    'live',
    'BTC is halted.',
  ],
  'dry-run': [
    { limit: 'mode', code: 'dry-run', currency: 'BTC' },
    'dry-run',
    'live',
    'BTC is in dry-run, so nothing is sent.',
  ],
  'never-armed': [
    { limit: 'lane', code: 'never-armed', currency: 'BTC' },
    'no lane',
    'idle, armed in this ledger',
    'BTC has never been armed in this ledger, so nothing may be sent.',
  ],
  'armed-elsewhere': [
    { limit: 'lane', code: 'armed-elsewhere', currency: 'BTC' },
    'armed in another ledger',
    'idle, armed in this ledger',
    'BTC was armed in another ledger (a restored copy, for example) and must be armed again by people.',
  ],
  'lane-unreadable': [
    { limit: 'lane', code: 'lane-unreadable', currency: 'BTC' },
    'cannot be read',
    'idle, armed in this ledger',
    'The record of BTC cannot be read: nothing in BTC is decided, sent or given back.',
  ],
  'lane-busy': [
    { limit: 'lane', code: 'lane-busy', currency: 'BTC', instructionId: 'i-1' },
    'sending, i-1',
    'idle, armed in this ledger',
    'Instruction i-1 in BTC is being sent.',
  ],
  'lane-blocked': [
    {
      ...{ limit: 'lane', code: 'lane-blocked', currency: 'BTC' },
      ...{ state: 'unknown', instructionId: 'i-1', since: AT },
    },
    'unknown, i-1',
    'idle, armed in this ledger',
    `BTC is blocked since ${AT}: the outcome of i-1 is unknown.`,
  ],
  'earlier-open': [
    { limit: 'lane', code: 'earlier-open', instructionId: 'i-1' },
    'idle, i-1 is open',
    'idle, armed in this ledger',
    "This rule's earlier instruction i-1 is still open.",
  ],
  'lane-idle': [
    { limit: 'lane', code: 'lane-idle', currency: 'BTC' },
    'idle',
    'idle, armed in this ledger',
  ],
  'newer-version': [
    { limit: 'mode', code: 'newer-version', format: 3, known: 2 },
    'format 3',
    'at most format 2',
    'A later version of Sluice writes this ledger: its format is 3, and this version reads up to 2. Nothing is decided or sent until that version runs again.',
  ],
  'unreadable-rule': [
    { limit: 'rule', code: 'unreadable-rule' },
    'cannot be read',
    'in a form that this version reads',
    'The rule cannot be read: it is not in a form that this version of Sluice reads.',
  ],
  enabled: [
    { limit: 'enabled', code: 'enabled', label: 'BTC surplus', enabled: false },
    'disabled',
    'enabled',
    'The rule "BTC surplus" is switched off.',
  ],
  'rule-version': [
    {
      ...{ limit: 'rule', code: 'rule-version' },
      ...{ decidedBy: { ruleId: 'r', version: 1 }, current: { ruleId: 'r', version: 2 } },
    },
    'r version 2',
    'r version 1',
    'The rule was changed since: it is r version 2, the instruction came from r version 1.',
  ],
  'account-not-registered': [
    { limit: 'account', code: 'account-not-registered' },
    'not registered',
    'active',
    'Withdrawal account (none) is not registered.',
  ],
  'account-unreadable': [
    { limit: 'account', code: 'account-unreadable', id: 'a' },
    'not readable',
    'active',
    'The item of withdrawal account a cannot be read: nothing leaves to it.',
  ],
  'account-status': [
    { limit: 'account', code: 'account-status', label: 'Vault', status: 'inactive' },
    'inactive',
    'active',
    'Withdrawal account "Vault" is inactive.',
  ],
  'account-currency': [
    {
      ...{ limit: 'currency', code: 'account-currency', label: 'Vault' },
      ...{ currency: 'ETH', withdrawn: 'BTC' },
    },
    'ETH',
    'BTC',
    'Withdrawal account "Vault" is for ETH, not for BTC.',
  ],
  'cooling-off': [
    { limit: 'cooling-off', code: 'cooling-off', label: 'Vault', usableFrom: LATER, now: AT },
    `usable from ${LATER}`,
    `usable at ${AT}`,
    `Withdrawal account "Vault" is new or changed, and rests until ${LATER}.`,
  ],
  'read-too-early': [
    { limit: 'balance-age', code: 'read-too-early', readAt: AT, known: LATER },
    `read at ${AT}`,
    `read at ${LATER} or later`,
    `The balance was read at ${AT}, and the ledger already knows a later state, of ${LATER}: a newer balance has to be read first.`,
  ],
  'read-later-than-now': [
    {
      ...{ limit: 'balance-age', code: 'read-later-than-now' },
      ...{ readAt: LATER, now: AT, maximumSeconds: 60 },
    },
    `read at ${LATER}, later than now`,
    'at most 1 minute old',
    `The balance says it was read at ${LATER}, but it is only ${AT}: its age is not known.`,
  ],
  'balance-age': [
    { limit: 'balance-age', code: 'balance-age', readAt: AT, now: LATER, maximumSeconds: 60 },
    '1 minute 30 seconds old',
    'at most 1 minute old',
    'The balance was read 1 minute 30 seconds ago; this rule acts on balances at most 1 minute old.',
  ],
  'business-day': [
    { ...OF_OFFICE, code: 'business-day' },
    'a business day',
    'a business day of office',
  ],
  holiday: [
    { ...OF_OFFICE, code: 'holiday', calendar: OFFICE, date: '2026-01-05', name: 'Inventory' },
    '2026-01-05 is Inventory of office',
    'a business day of office',
    'Nothing leaves on 2026-01-05: it is Inventory in the calendar "Office".',
  ],
  weekend: [
    { ...OF_OFFICE, code: 'weekend', calendar: OFFICE, date: '2026-01-04' },
    '2026-01-04 is Sunday of office',
    'a business day of office',
    'Nothing leaves on 2026-01-04: it is Sunday in the calendar "Office".',
  ],
  'calendar-missing': [
    { limit: 'calendar', calendars: ['a', 'b'], code: 'calendar-missing', missing: ['a', 'b'] },
    'no calendar "a" and "b"',
    'a business day of a and b',
    'The rule names the calendar "a" and "b", which does not exist: no day is known to be a business day.',
  ],
  'outside-calendar': [
    {
      ...{ ...OF_OFFICE, code: 'outside-calendar', date: '2026-01-05' },
      calendar: { ...OFFICE, from: '2025-01-01', until: '2025-12-31' },
    },
    '2026-01-05 is outside of office, which knows 2025-01-01 to 2025-12-31',
    'a business day of office',
    'The calendar "Office" knows the dates from 2025-01-01 to 2025-12-31. Nothing leaves on 2026-01-05, of which it says nothing.',
  ],
  'cut-off': [
    { limit: 'cut-off', code: 'cut-off', until: AT, now: LATER, timeZone: 'Europe/Zurich' },
    '2026-01-05 10:01 Europe/Zurich',
    'before 2026-01-05 10:00 Europe/Zurich',
    'The cut-off of 2026-01-05 10:00 Europe/Zurich is over (it is 2026-01-05 10:01 Europe/Zurich): the occurrence of that day is not started any more.',
  ],
  backoff: [
    { limit: 'backoff', code: 'backoff', until: LATER, failures: 2, now: AT },
    `pause until ${LATER} after 2 failed in a row`,
    `a pause that is over at ${AT}`,
    `The rule pauses until ${LATER}, since 2 of its withdrawals in a row did not succeed.`,
  ],
  cooldown: [
    {
      ...{ limit: 'cooldown', code: 'cooldown', cooldownSeconds: 120 },
      ...{ lastClaimedAt: AT, now: LATER },
    },
    '1 minute 30 seconds since the last withdrawal',
    '2 minutes or more since the last withdrawal',
    'The last withdrawal of this rule was 1 minute 30 seconds ago; the next may follow at 2026-01-05T09:02:00.000Z, after 2 minutes.',
  ],
  withdrawals: [
    {
      ...{ limit: 'withdrawals-24h', code: 'withdrawals' },
      ...{ maximum: 3, counted: 2, needed: 2, roomAt: LATER },
    },
    '2 of 3 in 24 hours',
    'at least 2 left',
    `Withdrawals of this rule in 24 hours: 2 of at most 3, and 2 more would be needed; there is room again at ${LATER}.`,
  ],
  'due-by-snapshot': [
    { limit: 'schedule', plan: SNAPSHOTS, code: 'due-by-snapshot', snapshot: AT },
    `snapshot of ${AT}`,
    'every snapshot',
  ],
  'before-rearming': [
    { limit: 'schedule', plan: SNAPSHOTS, code: 'before-rearming', snapshot: AT, rearmedAt: LATER },
    `snapshot of ${AT}, before the re-arming at ${LATER}`,
    'every snapshot',
    `The currency was armed again at ${LATER}; what fell before that (the snapshot of ${AT}) is never carried out.`,
  ],
  'already-swept': [
    {
      ...{ limit: 'schedule', plan: SNAPSHOTS, code: 'already-swept' },
      ...{ snapshot: AT, lastOccurrence: LATER },
    },
    `snapshot of ${AT}, already swept on ${LATER}`,
    'every snapshot',
    `This rule has already swept on the snapshot of ${LATER}, which is not older than this one (${AT}).`,
  ],
  fell: [
    {
      ...{ limit: 'schedule', plan: CRON, code: 'fell', occurrence: AT },
      moved: { first: '2026-01-04T09:00:00.000Z', count: 1, joins: true },
    },
    'fell 2026-01-05 10:00 Europe/Zurich, with that of 2026-01-04 10:00 Europe/Zurich, moved by its calendars',
    'cron 0 7 * * ? * Europe/Zurich, started within 1 hour',
  ],
  missed: [
    {
      ...{ limit: 'schedule', code: 'missed', occurrence: AT },
      plan: { ...CRON, latestStartSeconds: 60 },
      moved: { first: '2026-01-03T09:00:00.000Z', count: 2, joins: false },
    },
    'fell 2026-01-05 10:00 Europe/Zurich, for 2 from 2026-01-03 10:00 Europe/Zurich on, moved by its calendars, more than 1 minute ago',
    'cron 0 7 * * ? * Europe/Zurich, started within 1 minute',
    'The occurrence of 2026-01-05 10:00 Europe/Zurich is missed: the rule starts at most 1 minute after its time.',
  ],
  'not-fallen': [
    {
      ...{ limit: 'schedule', plan: CRON, code: 'not-fallen', since: AT, next: LATER },
      moved: { first: '2026-01-04T09:00:00.000Z', count: 1, joins: false },
    },
    'has not fallen since 2026-01-05 10:00 Europe/Zurich, next 2026-01-05 10:01 Europe/Zurich, moved from 2026-01-04 10:00 Europe/Zurich by its calendars',
    'cron 0 7 * * ? * Europe/Zurich, started within 1 hour',
    'The rule is not scheduled now; it next runs 2026-01-05 10:01 Europe/Zurich, moved from 2026-01-04 10:00 Europe/Zurich by its calendars.',
  ],
};
