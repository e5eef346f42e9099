import { comparisonOf } from '../changes/drafts.ts';
import { type ShownComparison, showComparison } from '../changes/widens.ts';
import type { CountsRead } from '../counters/shared-counts.ts';
import { asksForApproval, type RuleDecision } from '../decisions/decision.ts';
import type { ShownRuleDecision } from '../decisions/shown-decision.ts';
import type { Language, Reader } from '../facts/sentences/language.ts';
import { sayOutlook } from '../facts/sentences/say/say-outlook.ts';
import { showDecision } from '../facts/sentences/say/show-decision.ts';
import type { ApprovalCount } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { withReading } from '../instructions/lane-reading.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { readSharedCounts } from '../ledger/read-shared-counts.ts';
import { usedWithin, usedWithOpen, withUsed } from '../limits/approval-usage.ts';
import { approvalsForSweep } from '../limits/approvals-required.ts';
import { ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import type { PolicyProblem } from '../policy/policy-problem.ts';
import type { SweepRuleDraft } from '../policy/policy-schema.ts';
import { accountKey } from '../policy/registered-account.ts';
import type { UsedRate } from '../policy/used-rate.ts';
import type { Effects } from '../ports/effects.ts';
import { marketOf } from '../rules/conversion-trade.ts';
import { evaluate } from '../rules/evaluate.ts';
import type { Snapshots } from '../snapshots/ports.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import { statedIn } from '../valuation/balance.ts';
import type { BelievedValues } from '../valuation/believed-values.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';
import { priceReadingOf } from '../value-limits/price-of-limits.ts';
import { type Draft, draftedPolicy } from './draft.ts';
import {
  type RatesShown,
  ratesShown,
  type ShownValues,
  type ShownValuesPort,
} from './shown-values.ts';

export interface PreviewPorts extends Pick<Effects, 'now'>, ShownValuesPort {
  readonly ledger: Pick<Ledger, 'epoch' | 'readPolicy' | 'readLanes' | 'readCounts'>;
  readonly snapshots: Pick<Snapshots, 'latest'>;
}

/** One rule on the latest snapshot. */
export interface RulePreview {
  /** The decision that a run at this moment would make, with every limit and its numbers. */
  readonly decision: ShownRuleDecision;
  /** People who would have to approve; absent if nothing would be withdrawn. */
  readonly approvals?: 0 | ApprovalCount;
  /** The value of the withdrawal; absent without a price and a manual rate, or without a withdrawal. */
  readonly value?: string;
  /** Set: the value is by this manual rate. No limit goes by it. */
  readonly manualRate?: UsedRate;
  /** For rules of the draft: what proposing it would change. */
  readonly change?: DraftedChange;
}

/** What a draft changes about the rule in force, and why a second person would have to agree. */
export interface DraftedChange extends ShownComparison {
  /** Version of the rule in force; 0 if it is new. */
  readonly baseVersion: number;
}

/** A currency before and after. All decimal text in the currency, values in the reporting currency. */
export interface BalancePreview {
  readonly currency: string;
  readonly before: string;
  readonly swept: readonly { readonly ruleId: string; readonly amount: string }[];
  readonly after: string;
  readonly valueBefore?: string;
  readonly valueAfter?: string;
  /** Set: the values are by this manual rate. */
  readonly manualRate?: UsedRate;
}

export interface Preview extends RatesShown {
  readonly snapshot: {
    readonly scheduledFor: Instant;
    readonly takenAt: Instant;
    readonly ageSeconds: number;
    readonly message: string;
  };
  readonly reportingCurrency: string;
  readonly rules: readonly RulePreview[];
  readonly balances: readonly BalancePreview[];
}

export type PreviewResult =
  | { readonly result: 'previewed'; readonly preview: (reader?: Reader) => Preview }
  | { readonly result: 'no-snapshot' }
  | { readonly result: 'draft-refused'; readonly problems: readonly PolicyProblem[] };

/** The effect of the rules on the latest snapshot, were the draft in force now. Writes nothing. */
export async function previewDraft(
  { ledger, snapshots, shownValues, now }: PreviewPorts,
  tenant: string,
  draft: Draft,
): Promise<PreviewResult> {
  const [policy, lanes, epoch, snapshot, valuesOn] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    ledger.epoch(),
    snapshots.latest(tenant),
    shownValues(tenant),
  ]);
  const at = now();
  const drafted = draftedPolicy(policy, draft, at);
  if (!drafted.ok) return { result: 'draft-refused', problems: drafted.problems };
  if (snapshot === null) return { result: 'no-snapshot' };
  const { controls } = drafted.policy;
  const counts = await readSharedCounts(ledger, tenant, drafted.policy);
  const view = { policy: drafted.policy, lanes, epoch, ...counts };
  const shown = valuesOn(snapshot, reportingCurrencyOf(controls, snapshot));
  const changes = new Map(draft.rules.map((rule) => [rule.id, changeBy(rule, policy)]));
  const preview = (reader?: Reader) =>
    withChanges(previewOn(view, snapshot, at, shown, reader), changes);
  return { result: 'previewed', preview };
}

/** By the very comparison that a proposal is judged with. */
function changeBy(after: SweepRuleDraft, { rules }: Policy): DraftedChange {
  const current = rules.find(({ id }) => id === after.id);
  const item = current === undefined ? null : ({ kind: 'rule', item: current } as const);
  const comparison = comparisonOf(item, { kind: 'rule', after });
  return { baseVersion: current?.version ?? 0, ...showComparison(comparison) };
}

function withChanges(preview: Preview, changes: ReadonlyMap<string, DraftedChange>): Preview {
  const rules = preview.rules.map((rule) => {
    const change = changes.get(rule.decision.ruleId);
    return change === undefined ? rule : { ...rule, change };
  });
  return { ...preview, rules };
}

interface View {
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  /** The amount that counts against the tiers of the controls; null if there is none. */
  readonly usage: CountsRead;
  /** Null if nothing was ever traded. */
  readonly tradeUsage?: CountsRead;
  /** What floors and limits over several currencies count; undefined if the policy has none. */
  readonly outflows?: { readonly usage: CountsRead };
}

/**
 * The same decisions as a run on this snapshot at this moment: the very same `evaluate`. `shown`: what values people are shown of
 * them.
 */
export function previewOn(
  view: View,
  snapshot: SnapshotTaken,
  now: Instant,
  shown: ShownValues,
  reader: Language | Reader = 'en',
): Preview {
  const { policy, lanes, epoch, tradeUsage = null } = view;
  const read = lanes.map((lane) => {
    return withReading(lane, snapshot.balances, snapshot.takenAt, policy.controls);
  });
  const prices = priceReadingOf(snapshot, policy.controls ?? {});
  const outflow =
    view.outflows === undefined
      ? {}
      : {
          outflow: {
            usage: view.outflows.usage,
            prices,
            lanes: read,
            given: [],
          },
        };
  const decisions = evaluate({
    rules: policy.rules,
    accounts: new Map(policy.accounts.map((account) => [accountKey(account.id), account])),
    unreadableAccounts: policy.unreadableAccounts ?? [],
    calendars: policy.calendars ?? [],
    controls: policy.controls,
    halt: policy.halt,
    balances: snapshot.balances,
    balancesReadAt: snapshot.takenAt,
    prices,
    lanes: new Map(read.map((lane) => [lane.currency, lane])),
    epoch,
    occurrence: snapshot.scheduledFor,
    now,
    market: marketOf(snapshot, prices, tradeUsage),
    ...outflow,
  });
  const { scheduledFor, takenAt } = snapshot;
  const ageSeconds = Math.max(0, Math.floor(secondsBetween(takenAt, now)));
  const message = sayOutlook({ code: 'read-at', takenAt, ageSeconds }, reader);
  return {
    snapshot: { scheduledFor, takenAt, ageSeconds, message },
    reportingCurrency: reportingCurrencyOf(policy.controls, snapshot),
    ...valued(
      rulePreviews(decisions, prices.values, view, { now, reader }),
      balancesAfter(decisions, snapshot),
      shown,
    ),
  };
}

/** Everything that is decided is decided before. */
function valued(
  decided: readonly RulePreview[],
  moved: readonly BalancePreview[],
  shown: ShownValues,
): Pick<Preview, 'rules' | 'balances' | keyof RatesShown> {
  const rules = decided.map((each) => {
    const amount = amountOf(each.decision);
    return amount === undefined ? each : { ...each, ...shown.of(each.decision.currency, amount) };
  });
  const balances = moved.map((each): BalancePreview => {
    const [before, after] = [each.before, each.after].map((amount) =>
      shown.of(each.currency, amount),
    );
    const rate = before?.manualRate ?? after?.manualRate;
    return {
      ...each,
      ...(before == null ? {} : { valueBefore: before.value }),
      ...(after == null ? {} : { valueAfter: after.value }),
      ...(rate === undefined ? {} : { manualRate: rate }),
    };
  });
  const unvalued = balances.filter(({ valueBefore }) => valueBefore === undefined);
  const names = unvalued.map(({ currency }) => currency);
  return { rules, balances, ...ratesShown([...rules, ...balances], names, shown) };
}

/** The amount that a decision would withdraw: in a dry-run too, which exists to show it. */
function amountOf(decision: RuleDecision | ShownRuleDecision): string | undefined {
  return decision.outcome === 'sweep' ? decision.amount : decision.wouldSweep;
}

/** Each with the people who would have to approve it; each withdrawal counts for the next ones. */
function rulePreviews(
  decisions: readonly RuleDecision[],
  values: BelievedValues,
  { policy: { controls }, lanes, usage }: View,
  { now, reader }: { readonly now: Instant; readonly reader: Language | Reader },
): readonly RulePreview[] {
  if (controls === null)
    return decisions.map((decision) => ({ decision: showDecision(decision, reader) }));
  const { reportingCurrency } = controls;
  const claimed = usedWithin(usage, reportingCurrency, now);
  let used = usedWithOpen(claimed, lanes, values, reportingCurrency);
  return decisions.map((decision) => {
    const amount = amountOf(decision);
    const shown = showDecision(decision, reader);
    if (amount === undefined) return { decision: shown };
    const { currency } = decision;
    const needsApproval = asksForApproval(decision);
    const value = valueOfAmount(values, currency, amount, reportingCurrency);
    const approvals = approvalsForSweep(
      values,
      controls,
      { currency, amount, needsApproval },
      used,
    );
    used = withUsed(used, approvals, value);
    return { decision: shown, approvals };
  });
}

function balancesAfter(
  decisions: readonly RuleDecision[],
  snapshot: SnapshotTaken,
): readonly BalancePreview[] {
  return statedIn(snapshot.balances)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, { total }]) => {
      const swept = decisions
        .filter((decision) => decision.currency === currency)
        .flatMap((decision) => {
          const amount = amountOf(decision);
          return amount === undefined ? [] : [{ ruleId: decision.ruleId, amount }];
        });
      const taken = swept.reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
      const after = formatDecimal(decimalOf(total).minus(taken));
      return { currency, before: total, swept, after };
    });
}

function reportingCurrencyOf(controls: Controls | null, { valuation }: SnapshotTaken): string {
  return controls?.reportingCurrency ?? valuation.reportingCurrency;
}
