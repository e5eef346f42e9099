import * as z from 'zod/mini';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { sweepRuleDraft } from '../../../treasury/policy/policy-schema.ts';
import { accountKey } from '../../../treasury/policy/registered-account.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { step } from '../../../treasury/preview/step.ts';
import { newWorld, type WorldRules } from '../../../treasury/preview/world.ts';
import { evaluate } from '../../../treasury/rules/evaluate.ts';
import { instant } from '../../../treasury/time/instant-schema.ts';
import type { Balance } from '../../../treasury/valuation/balance.ts';
import { ACCOUNT, CONTROLS } from '../../samples/policy.ts';

/*
 * The worked examples of docs/policy.md: rules and snapshots as JSON, and the decisions that follow as text. The
 * decisions are made by the function that a real run decides with; sweeps are carried out by the same lanes.
 */

const balance = z.strictObject({ total: z.string(), available: z.exactOptional(z.string()) });

const exampleSchema = z.strictObject({
  /** Since when the rules count. Absent: since the first snapshot. */
  since: z.exactOptional(instant),
  /** Until when their account cools off. Absent: it can be paid to from the start. */
  accountUsableFrom: z.exactOptional(instant),
  /** Label and account are the example's own: the same for every rule. */
  rules: z.array(z.record(z.string(), z.unknown())),
  snapshots: z.array(z.strictObject({ at: instant, balance })),
});

const LABEL = 'Custody';

/** The decisions of an example, a line for each, with its explanation below. */
export function decisionsOf(json: unknown): string {
  const { rules, snapshots, since, accountUsableFrom } = exampleSchema.parse(json);
  const [first] = snapshots;
  if (first === undefined) throw new Error('an example has a snapshot');
  const drafts = rules.map((rule) => ruleOf(rule, since ?? first.at));
  const currency = drafts[0]?.currency ?? '';
  const usable = accountUsableFrom === undefined ? {} : { usableFrom: accountUsableFrom };
  const given: WorldRules = {
    tenant: 'main',
    rules: drafts,
    accounts: new Map([
      [accountKey(ACCOUNT.id), { ...ACCOUNT, label: LABEL, currency, ...usable }],
    ]),
    controls: CONTROLS,
    assumeApproved: true,
  };
  const world = newWorld(given, [currency]);
  const lines = snapshots.flatMap(({ at, balance: shown }) => {
    const decisions = evaluate({
      ...given,
      halt: neverHalted('main'),
      balances: { [currency]: shown },
      balancesReadAt: at,
      lanes: new Map([[currency, world.lanes[currency] ?? newLane('main', currency, 'backtest')]]),
      epoch: 'backtest',
      occurrence: at,
      now: at,
    });
    const prices = { reportingCurrency: CONTROLS.reportingCurrency, values: {} };
    // The replay takes what was swept here off the recorded balances; an example states what is left.
    const recorded = more(shown, world.swept[currency] ?? '0');
    const reading = { scheduledFor: at, takenAt: at, balances: { [currency]: recorded }, prices };
    step(world, given, reading, {});
    return decisions.map((decision) => {
      const outcome =
        decision.outcome === 'sweep' ? `sweep ${decision.amount} ${currency}` : decision.reason;
      const when = `${at.slice(0, 10)} ${at.slice(11, 16)}`;
      return `${when}  ${decision.ruleId}: ${outcome}\n    ${decision.explanation}`;
    });
  });
  return lines.join('\n');
}

function ruleOf(rule: Readonly<Record<string, unknown>>, activeSince: string): SweepRule {
  const named = { label: String(rule.id), withdrawalAccountId: ACCOUNT.id, ...rule };
  return { ...sweepRuleDraft.parse(named), version: 1, activeSince };
}

function more({ total, available }: Balance, swept: string): Balance {
  const sum = (text: string) => formatDecimal(decimalOf(text).plus(decimalOf(swept)));
  return { total: sum(total), ...(available === undefined ? {} : { available: sum(available) }) };
}
