import type { Ledger } from '../ledger/ledger.ts';
import { areUnreadable } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import type { SweepRuleDraft } from '../policy/policy-schema.ts';
import { ownCalendarsOf } from '../policy/rule-calendars.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Effects } from '../ports/effects.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';
import { replayRange } from './backtest.ts';
import { connectedCurrencies } from './converted-world.ts';
import { type Draft, draftedPolicy } from './draft.ts';
import type { History } from './history.ts';
import { newReplay, sidesOf } from './replay.ts';
import { movedBy, reportOf, timesAnd } from './report.ts';

/** How far back the effect of a change is replayed: a month, which has everything that happens monthly. */
const EFFECT_DAYS = 30;
const DAY_SECONDS = 86_400;

/**
 * Seconds that computing the effect may take: it is shown beside something else, by functions that have 15 seconds in
 * all.
 */
const EFFECT_SECONDS = 8;

export interface EffectPorts extends Pick<Effects, 'now'> {
  readonly ledger: Pick<Ledger, 'readLanes'>;
  readonly history: History;
}

/** The effect of the rules on one currency; amounts decimal text. */
export interface EffectOnCurrency {
  readonly currency: string;
  readonly before: { readonly sweeps: number; readonly total: string };
  readonly after: { readonly sweeps: number; readonly total: string };
}

/** The effect that a change of rules or accounts would have had lately. */
export interface ChangeEffect {
  readonly from: Instant;
  readonly to: Instant;
  /** Number of snapshots; without any there is nothing to say. */
  readonly readings: number;
  readonly currencies: readonly EffectOnCurrency[];
  readonly message: string;
}

/**
 * The last 30 days under one policy and under another, for every currency in which their rules or accounts differ.
 * Null if they differ in none, or without controls that can be read.
 */
export async function effectOfChange(
  ports: EffectPorts,
  tenant: string,
  before: Policy,
  after: Policy,
): Promise<ChangeEffect | null> {
  const to = ports.now();
  const from = plusSeconds(to, -EFFECT_DAYS * DAY_SECONDS);
  const currencies = changedCurrencies(before, after);
  const options = { assumeApproved: true, addBackSweeps: true };
  const sides = sidesOf({ before, after, currencies }, { tenant, from, ...options });
  const isKnown = !areUnreadable(before.controls) && !areUnreadable(after.controls);
  if (sides === null || currencies.length === 0 || !isKnown) return null;
  const state = newReplay(sides, currencies, from, await ports.ledger.readLanes(tenant));
  const walking = { currencies, sides, state };
  await replayRange(ports, { tenant, to, ...options }, walking, EFFECT_SECONDS);
  const report = reportOf({ from, to: state.until, ...options, currencies, sides, state });
  const effects = currencies.flatMap((currency): EffectOnCurrency[] => {
    const of = (side: typeof report.draft) =>
      side.currencies.find((each) => each.currency === currency);
    const [was, would] = [of(report.inForce), of(report.draft)];
    if (was === undefined || would === undefined) return [];
    const pick = ({ sweeps, total }: typeof was) => ({ sweeps, total });
    return [{ currency, before: pick(was), after: pick(would) }];
  });
  const { readings } = report;
  const rules = [...before.rules, ...after.rules];
  const message = messageOf(effects, readings, rules);
  const cut = state.until < to ? ` Looked at until ${state.until} only.` : '';
  return { from, to: report.to, readings, currencies: effects, message: `${message}${cut}` };
}

/** The same for one rule as it is (null: none) and as it would be. */
export async function effectOfRule(
  ports: EffectPorts & { readonly ledger: Pick<Ledger, 'readPolicy' | 'readLanes'> },
  tenant: string,
  before: SweepRuleDraft | null,
  after: SweepRuleDraft,
): Promise<ChangeEffect | null> {
  const policy = await ports.ledger.readPolicy(tenant);
  const others = policy.rules.filter(({ id }) => id !== after.id);
  // The replay sets the moments from which they count.
  const activeSince = ports.now();
  const withRules = (...rules: readonly SweepRuleDraft[]): Policy => ({
    ...policy,
    rules: [...others, ...rules.map((rule) => ({ ...rule, version: 1, activeSince }))],
  });
  return await effectOfChange(
    ports,
    tenant,
    before === null ? withRules() : withRules(before),
    withRules(after),
  );
}

/** The same for a draft, as if it were in force now; null also if the draft is not valid. */
export async function effectOfDraft(
  ports: EffectPorts & { readonly ledger: Pick<Ledger, 'readPolicy' | 'readLanes'> },
  tenant: string,
  draft: Draft,
): Promise<ChangeEffect | null> {
  const before = await ports.ledger.readPolicy(tenant);
  const drafted = draftedPolicy(before, draft, ports.now());
  return drafted.ok ? await effectOfChange(ports, tenant, before, drafted.policy) : null;
}

function messageOf(
  effects: readonly EffectOnCurrency[],
  readings: number,
  rules: readonly SweepRule[],
): string {
  if (readings === 0) return `There is no snapshot of the last ${EFFECT_DAYS} days to look at.`;
  return effects
    .map(
      ({ currency, before, after }) =>
        `Would have ${movedBy(rules, currency)} ${timesAnd({ currency, ...after })} in the last ${EFFECT_DAYS} days; before: ${timesAnd({ currency, ...before })}.`,
    )
    .join(' ');
}

/** Currencies whose rules, with the calendars that these name, or whose accounts are not the same in both. */
function changedCurrencies(before: Policy, after: Policy): readonly string[] {
  const all = [before, after].flatMap(({ rules, accounts }) => [...rules, ...accounts]);
  const named = [...new Set(all.map(({ currency }) => currency))].sort();
  const changed = named.filter((currency) => textOf(before, currency) !== textOf(after, currency));
  return connectedCurrencies(changed, [...before.rules, ...after.rules]);
}

function textOf(policy: Policy, currency: string): string {
  const rules = policy.rules.filter((each) => each.currency === currency);
  const accounts = policy.accounts.filter((each) => each.currency === currency);
  const calendars = rules.flatMap((rule) => ownCalendarsOf(rule, policy.calendars ?? []));
  return canonicalText(
    [...rules, ...accounts, ...calendars].map((each) => canonicalText(each)).sort(),
  );
}
