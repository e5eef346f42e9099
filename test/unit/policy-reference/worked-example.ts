import * as z from 'zod/mini';
import { explain } from '../../../treasury/facts/sentences/say/show-decision.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { sweepRuleDraft } from '../../../treasury/policy/policy-schema.ts';
import { accountKey } from '../../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { step } from '../../../treasury/preview/step.ts';
import { newWorld, type WorldRules } from '../../../treasury/preview/world.ts';
import { type EvaluateInput, evaluate } from '../../../treasury/rules/evaluate.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { instant } from '../../../treasury/time/instant-schema.ts';
import type { Balance } from '../../../treasury/valuation/balance.ts';
import { noValues } from '../../../treasury/valuation/believed-values.ts';
import type { Prices } from '../../../treasury/valuation/price.ts';
import { ACCOUNT, CONTROLS } from '../../samples/policy.ts';
import { believedAt, readingOf } from '../../samples/values.ts';

/*
 * The worked examples of docs/policy.md: rules and snapshots as JSON, and the decisions that follow as text. The
 * decisions are made by the function that a real run decides with; sweeps are carried out by the same lanes.
 */

const balance = z.strictObject({ total: z.string(), available: z.exactOptional(z.string()) });

const price = z.strictObject({ bid: z.string(), ask: z.string() });

const exampleSchema = z.strictObject({
  /** Further accounts, by id: each rule pays to the example's own unless it says otherwise. */
  accounts: z.exactOptional(z.record(z.string(), z.string())),
  /** Instruments that conversions may trade. Absent: none. */
  instruments: z.exactOptional(z.array(z.string())),
  /** Since when the rules count. Absent: since the first snapshot. */
  since: z.exactOptional(instant),
  /** Until when their account cools off. Absent: it can be paid to from the start. */
  accountUsableFrom: z.exactOptional(instant),
  /** Label and account are the example's own: the same for every rule. */
  rules: z.array(z.record(z.string(), z.unknown())),
  snapshots: z.array(
    z.strictObject({
      at: instant,
      balance,
      /** Bid and ask by instrument, read with the balance. */
      prices: z.exactOptional(z.record(z.string(), price)),
    }),
  ),
});

const LABEL = 'Custody';

/** More than any conversion of an example. */
const MAXIMUM_NOTIONAL = '1000000';

/** The decisions of an example, a line for each, with its explanation below. */
export function decisionsOf(json: unknown): string {
  const example = exampleSchema.parse(json);
  const { rules, snapshots, since, accountUsableFrom, accounts = {}, instruments = [] } = example;
  const [first] = snapshots;
  if (first === undefined) throw new Error('an example has a snapshot');
  const drafts = rules.map((rule) => ruleOf(rule, since ?? first.at));
  const currency = drafts[0]?.currency ?? '';
  const usable = accountUsableFrom === undefined ? {} : { usableFrom: accountUsableFrom };
  const given: WorldRules = {
    tenant: 'main',
    rules: drafts,
    accounts: new Map(
      Object.entries({ [ACCOUNT.id]: LABEL, ...accounts }).map(([id, label]) => [
        accountKey(id),
        { ...ACCOUNT, id, label, currency, ...usable },
      ]),
    ),
    controls: { ...CONTROLS, trades: { instruments, maximumNotional: MAXIMUM_NOTIONAL } },
    assumeApproved: true,
  };
  const currencies = [...new Set(drafts.flatMap(({ into }) => [currency, into ?? currency]))];
  const world = newWorld(given, currencies);
  const lines = snapshots.flatMap(({ at, balance: shown, prices: quoted }) => {
    const quotes = quoted === undefined ? {} : quotesOf(quoted, at);
    const decisions = evaluate({
      ...given,
      ...quotes,
      halt: neverHalted('main'),
      balances: { [currency]: shown },
      balancesReadAt: at,
      lanes: new Map(
        currencies.map((each) => [each, world.lanes[each] ?? newLane('main', each, 'backtest')]),
      ),
      epoch: 'backtest',
      occurrence: at,
      now: at,
    });
    const { market, prices: read } = quotes;
    const values = read?.values ?? noValues(CONTROLS.reportingCurrency);
    const known = {
      ...{ values, pricesReadAt: at },
      ...(market !== undefined && { market: { prices: market.prices, doubted: market.doubted } }),
    };
    // The replay takes what was swept here off the recorded balances; an example states what is left.
    const recorded = more(shown, world.swept[currency] ?? '0');
    const balances = { [currency]: recorded };
    step(world, given, { scheduledFor: at, takenAt: at, balances, ...known }, {});
    return decisions.map((decision) => {
      const outcome =
        decision.outcome === 'sweep' ? `sweep ${decision.amount} ${currency}` : decision.reason;
      const when = `${at.slice(0, 10)} ${at.slice(11, 16)}`;
      return `${when}  ${decision.ruleId}: ${outcome}\n    ${explain(decision)}`;
    });
  });
  return lines.join('\n');
}

/** The prices of a snapshot, as limits by value and conversions take them. */
function quotesOf(
  prices: Prices,
  readAt: Instant,
): Partial<Pick<EvaluateInput, 'prices' | 'market'>> {
  return {
    prices: readingOf(prices, readAt, CONTROLS.reportingCurrency),
    market: {
      ...{ prices, doubted: [], readAt, usage: null },
      values: believedAt(prices, CONTROLS.reportingCurrency),
    },
  };
}

function ruleOf(rule: Readonly<Record<string, unknown>>, activeSince: string): SweepRule {
  const paid = rule.kind === 'convert' ? {} : { withdrawalAccountId: ACCOUNT.id };
  const named = { label: String(rule.id), ...paid, ...rule };
  return { ...sweepRuleDraft.parse(named), version: 1, activeSince };
}

function more({ total, available }: Balance, swept: string): Balance {
  const sum = (text: string) => formatDecimal(decimalOf(text).plus(decimalOf(swept)));
  return { total: sum(total), ...(available === undefined ? {} : { available: sum(available) }) };
}
