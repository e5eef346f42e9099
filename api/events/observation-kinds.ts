import * as z from 'zod/mini';
import { BLOCKED_STATES } from '../../treasury/events/lane-events.ts';
import { WAITING_KINDS } from '../../treasury/ledger/reminder.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { type Kinds, names, text, version } from './event-kind.ts';

const lane = z.strictObject({
  currency: text,
  version,
  instructionId: text.check(z.describe('what blocks it, or did')),
  state: z.enum(BLOCKED_STATES).check(z.describe('why it is blocked, or was')),
  since: instant,
});

export const LANE_KINDS: Kinds<'lane'> = {
  'com.sluice.lane.blocked': {
    when: 'nothing leaves in this currency until an outcome is settled, or a balance frees it',
    data: z.extend(lane, { quarantineUntil: instant }),
  },
  'com.sluice.lane.released': { when: 'what blocked the currency is over', data: lane },
};

const lowBalance = z.strictObject({
  ruleId: text,
  currency: text,
  balance: decimalText,
  low: decimalText,
  missing: z
    .nullable(decimalText)
    .check(z.describe('from the balance to what the rule keeps; null if it keeps a value')),
  snapshot: instant.check(z.describe('tick of the snapshot that showed it first')),
});

/** What functions saw or finished. */
export const OBSERVATION_KINDS: Kinds<'snapshot'> &
  Kinds<'token'> &
  Kinds<'export'> &
  Kinds<'balance'> &
  Kinds<'approval'> = {
  'com.sluice.balance.below-low': {
    when: 'a balance has come to lie below the `low` of a rule; `missing` would fill it',
    data: lowBalance,
  },
  'com.sluice.balance.over-low': {
    when: 'it is not below any more: it was filled, or the rule asks no more for it',
    data: lowBalance,
  },
  'com.sluice.approval.reminder': {
    when: 'what waits for a person expires soon: a quarter of its time is left',
    data: z.strictObject({
      kind: z.enum(WAITING_KINDS),
      id: text.check(
        z.describe('of the instruction or the change; the currency of unbooked amounts'),
      ),
      summary: text,
      waitingSince: instant,
      expiresAt: instant,
    }),
  },
  'com.sluice.snapshot.taken': {
    when: 'balances were recorded; read them by the tick',
    data: z.strictObject({
      snapshot: instant.check(z.describe('its tick')),
      takenAt: instant,
      currencies: z.int().check(z.nonnegative(), z.describe('currencies whose balance is stated')),
      unvalued: names.check(z.describe('currencies without a value')),
      notStated: names.check(
        z.describe('currencies that the answer does not state: none of them is known to be zero'),
      ),
    }),
  },
  'com.sluice.snapshot.missed': {
    when: 'the balances of a tick could not be read: no rule is decided on it',
    data: z.strictObject({ snapshot: instant, missedAt: instant, code: text }),
  },
  'com.sluice.token.rotated': {
    when: 'balances were read with another token of the service than before, for the first time',
    data: z.strictObject({
      version: version.check(z.describe('how many tokens the service has accepted so far')),
      firstUsedAt: instant,
    }),
  },
  'com.sluice.export.ready': {
    when: 'a report that was too large for a response can be fetched',
    data: z.strictObject({
      exportId: text,
      report: text.check(z.describe('the route that it is the answer of')),
      format: text,
      fileName: text,
      bytes: z.int().check(z.nonnegative()),
      sha256: z
        .string()
        .check(z.regex(/^[0-9a-f]{64}$/), z.describe('SHA-256 of the file, in hex')),
      requestedBy: text,
    }),
  },
};
