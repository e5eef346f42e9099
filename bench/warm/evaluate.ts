import { newLane } from '../../treasury/instructions/lane.ts';
import { evaluate } from '../../treasury/rules/evaluate.ts';
import { IN_FORCE, POLICY } from '../backtest-rules.ts';
import { median } from '../report/statistics.ts';
import { right, type Table } from '../report/table.ts';

const RULES = [10, 100, 1_000, 10_000];
/** Rules of one currency: more than anybody has, so that their order and shared balance are in it. */
const RULES_PER_CURRENCY = 10;
const EPOCH = 'bench';
const NOW = '2026-01-05T09:00:00.000Z';

/** How many rules are decided in a second, and whether ten times as many take ten times as long. */
export function evaluations(runs: number): readonly Table[] {
  let before: number | null = null;
  const rows = RULES.map((count) => {
    const input = inputOf(count);
    const once = () => {
      const begun = performance.now();
      const decisions = evaluate(input);
      if (decisions.length !== count) throw new Error(`${decisions.length} of ${count} decided`);
      return performance.now() - begun;
    };
    // Unmeasured: until it is compiled, it says little.
    for (let warm = 0; warm < runs; warm++) once();
    const ms = median(Array.from({ length: runs }, once));
    const perRule = (1_000 * ms) / count;
    const growth = before === null ? '' : (perRule / before).toFixed(2);
    before = perRule;
    return [
      String(count),
      ms.toFixed(2),
      perRule.toFixed(1),
      ((1_000 * count) / ms).toFixed(0),
      growth,
    ];
  });
  return [
    {
      title: `Evaluating rules (medians of ${runs}, ${RULES_PER_CURRENCY} rules to a currency)`,
      columns: [
        right('rules'),
        right('ms'),
        right('µs a rule'),
        right('rules a second'),
        right('a rule, against the line above'),
      ],
      rows,
      notes: [
        '1.00 in the last column is growth in proportion: ten times the rules take ten times as long.',
      ],
    },
  ];
}

function inputOf(count: number): Parameters<typeof evaluate>[0] {
  const [account] = POLICY.accounts;
  if (account === undefined) throw new Error('there is no account');
  const currencies = Array.from(
    { length: Math.ceil(count / RULES_PER_CURRENCY) },
    (_, index) => `C${index}`,
  );
  const rules = Array.from({ length: count }, (_, index) => {
    const currency = currencies[index % currencies.length] ?? '';
    return {
      ...IN_FORCE,
      id: `rule-${index}`,
      currency,
      withdrawalAccountId: currency,
      priority: index,
    };
  });
  return {
    rules,
    accounts: new Map(
      currencies.map((currency) => [currency, { ...account, id: currency, currency }]),
    ),
    controls: POLICY.controls,
    balances: Object.fromEntries(
      currencies.map((each) => [each, { total: '140.25', available: '140.25' }]),
    ),
    balancesReadAt: NOW,
    lanes: new Map(currencies.map((each) => [each, newLane('bench', each, EPOCH)])),
    epoch: EPOCH,
    occurrence: NOW,
    now: NOW,
  };
}
