import { calendarSchema } from '../calendars/calendar.ts';
import type { Lane } from '../instructions/lane.ts';
import { newLaneBeside } from '../instructions/rearm-lane.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { CurrentItem } from '../ledger/policy-change.ts';
import { type Controls, controlsSchema } from '../policy/controls.ts';
import { conversionOf } from '../policy/conversion.ts';
import { READS } from '../policy/ledger-format.ts';
import { manualRateSchema } from '../policy/manual-rate.ts';
import { matchingRuleSchema } from '../policy/matching-rule.ts';
import { DEFAULT_ACCOUNT_COOLING_OFF_SECONDS } from '../policy/policy-limits.ts';
import type { RegisteredAccountDraft } from '../policy/policy-schema.ts';
import { accountSchema, type RegisteredAccount } from '../policy/registered-account.ts';
import { ruleSchema } from '../policy/sweep-rule.ts';
import { type Webhook, type WebhookDraft, webhookSchema } from '../policy/webhook.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { isOtherDestination } from './compare-accounts.ts';
import type { Wanted } from './drafts.ts';

export interface WriteContext {
  readonly tenant: string;
  readonly controls: Controls;
  /** The piece in force, at the version that the change rests on; null for a new one. */
  readonly current: CurrentItem | null;
  /** The same, if its seal is valid; else null: then nothing of it is taken over. */
  readonly trusted: CurrentItem | null;
  readonly at: Instant;
  /** The person who causes the write. */
  readonly by: string;
  /** The person who asked for it: of a change that was approved, its maker. */
  readonly madeBy: string;
}

/**
 * The requested piece, as the next version of the one in force. Its write is conditional on the version before it.
 * Fields of the old version that this version of Sluice does not know stay as they are: neither person saw them.
 */
export function nextItem(wanted: Wanted, context: WriteContext): CurrentItem {
  const { current, trusted, at, by } = context;
  const version = (current?.item.version ?? 0) + 1;
  switch (wanted.kind) {
    case 'rule': {
      const after = withUnknown(ruleSchema, current?.item ?? null, wanted.after);
      return { kind: 'rule', item: { ...after, version, activeSince: at } };
    }
    case 'account': {
      const before = trusted?.kind === 'account' ? trusted.item : null;
      const usable = usableFrom(before, wanted.after, context);
      const after = withUnknown(accountSchema, current?.item ?? null, wanted.after);
      return { kind: 'account', item: { ...after, ...usable, version } };
    }
    case 'webhook': {
      const before = trusted?.kind === 'webhook' ? trusted.item : null;
      const after = withUnknown(webhookSchema, current?.item ?? null, wanted.after);
      const own = { ...pausedBefore(before, wanted.after), version, activeSince: at };
      return {
        kind: 'webhook',
        item: { ...after, ...own, secretFor: holder(before, context, wanted.after) },
      };
    }
    case 'manual-rate': {
      const after = withUnknown(manualRateSchema, current?.item ?? null, wanted.after);
      return { kind: 'manual-rate', item: { ...after, version, activeSince: at } };
    }
    case 'calendar': {
      const after = withUnknown(calendarSchema, current?.item ?? null, wanted.after);
      return { kind: 'calendar', item: { ...after, version, activeSince: at } };
    }
    case 'matching-rule': {
      const after = withUnknown(matchingRuleSchema, current?.item ?? null, wanted.after);
      return { kind: 'matching-rule', item: { ...after, version, activeSince: at } };
    }
    case 'controls': {
      const known = trusted?.kind === 'controls' ? trusted.item.haltedBecause : undefined;
      const comment = 'the mode was set to halted';
      const because =
        wanted.after.mode === 'halted' ? { haltedBecause: known ?? { at, by, comment } } : {};
      const after = withUnknown(controlsSchema, current?.item ?? null, wanted.after);
      return { kind: 'controls', item: { ...after, ...because, ...formatAfter(context), version } };
    }
    default:
      return wanted satisfies never;
  }
}

/** It stays as it is. Without a seal that vouches for it, the newest: that only stops versions that do not read it. */
function formatAfter({ trusted }: WriteContext): Pick<Controls, 'format'> {
  if (trusted?.kind !== 'controls') return { format: READS.to };
  const { format } = trusted.item;
  return format === undefined ? {} : { format };
}

/** A new destination, or one whose details changed, rests before money goes there. */
function usableFrom(
  before: RegisteredAccount | null,
  after: RegisteredAccountDraft,
  { controls, at }: WriteContext,
): { readonly usableFrom?: Instant } {
  const kept = before?.usableFrom === undefined ? {} : { usableFrom: before.usableFrom };
  const { accountCoolingOffSeconds = DEFAULT_ACCOUNT_COOLING_OFF_SECONDS } = controls;
  if (accountCoolingOffSeconds === 0) return kept;
  if (before !== null && !isOtherDestination(before, after)) return kept;
  const from = plusSeconds(at, accountCoolingOffSeconds);
  // A longer rest is not cut short by another one.
  return kept.usableFrom !== undefined && kept.usableFrom > from ? kept : { usableFrom: from };
}

/** Whom the secret is shown to: the maker of the change that asked for this generation of it. */
function holder(
  before: Webhook | null,
  { madeBy }: WriteContext,
  { secretGeneration: generation }: WebhookDraft,
): Webhook['secretFor'] {
  return before?.secretFor.generation === generation
    ? before.secretFor
    : { generation, by: madeBy };
}

/** Why Sluice paused it stays with it until a person has it active again. */
function pausedBefore(
  before: Webhook | null,
  { status }: WebhookDraft,
): Pick<Webhook, 'pausedBySluice'> {
  const { pausedBySluice } = before ?? {};
  if (status === 'active' || pausedBySluice === undefined) return {};
  // Without the seal that the pause has carried: people have sealed it since.
  const { at, reason } = pausedBySluice;
  return { pausedBySluice: { at, reason } };
}

export function putItem(next: CurrentItem): LedgerWrite {
  switch (next.kind) {
    case 'rule':
      return { kind: 'put-rule', rule: next.item };
    case 'account':
      return { kind: 'put-account', account: next.item };
    case 'calendar':
      return { kind: 'put-calendar', calendar: next.item };
    case 'webhook':
      return { kind: 'put-webhook', webhook: next.item };
    case 'manual-rate':
      return { kind: 'put-manual-rate', rate: next.item };
    case 'matching-rule':
      return { kind: 'put-matching-rule', rule: next.item };
    case 'controls':
      return { kind: 'put-controls', controls: next.item };
    default:
      return next satisfies never;
  }
}

/** Lanes of the currencies that can be moved now and never could before. Others are never touched. */
export function lanesToRearm(
  tenant: string,
  wanted: Wanted,
  lanes: readonly Lane[],
  epoch: string,
): readonly LedgerWrite[] {
  return currenciesOf(wanted)
    .filter((currency) => !lanes.some((lane) => lane.currency === currency))
    .map((currency) => ({
      kind: 'create-lane',
      lane: newLaneBeside(lanes, tenant, currency, epoch),
    }));
}

export function currenciesOf(wanted: Wanted): readonly string[] {
  if (wanted.kind === 'rule') {
    const conversion = conversionOf(wanted.after);
    return conversion === null ? [wanted.after.currency] : [conversion.currency, conversion.into];
  }
  if (wanted.kind === 'account') return [wanted.after.currency];
  // Other pieces move nothing, so they arm nothing.
  if (wanted.kind !== 'controls') return [];
  const sides = wanted.after.trades.instruments.flatMap((instrument) => instrument.split('/'));
  return [...new Set(sides)].sort();
}
