import { newLane } from '../../treasury/instructions/lane.ts';
import { evaluate } from '../../treasury/rules/evaluate.ts';
import { IN_FORCE, POLICY } from '../backtest-rules.ts';
import { median } from '../report/statistics.ts';
import { right, type Table } from '../report/table.ts';

/** Ten times as many each time; the last line says whether what came in before it goes on. */
const RULES = [10, 100, 1_000, 10_000, 20_000];
/** Rules of one currency: more than any treasury has, so that their order and shared balance are in it. */
const RULES_PER_CURRENCY = 10;
const EPOCH = 'bench';
const NOW = '2026-01-05T09:00:00.000Z';

/** Rules that one sample decides, whatever their number at once: small runs are repeated, so that what the clock
 * and the collector do to one of them is spread over as many rules as in a large one. */
const RULES_PER_SAMPLE = 20_000;
/** Samples of each number before anything is measured: until all of it is compiled, it says little. */
const WARM_SAMPLES = 3;

/** How many rules are decided in a second, and whether ten times as many take ten times as long. */
export function evaluations(runs: number): readonly Table[] {
  const sampling = RULES.map((count) => ({ input: inputOf(count), count }));
  const samples = RULES.map((): number[] => []);
  // In turns: what disturbs the machine for a while disturbs all of them.
  for (let run = -WARM_SAMPLES; run < runs; run++) {
    for (const [index, { input, count }] of sampling.entries()) {
      const ms = sample(input, count);
      if (run >= 0) samples[index]?.push(ms);
    }
  }
  return [table(samples.map(median), runs)];
}

/** Milliseconds of deciding as many rules as a sample has, so many of them at once. */
function sample(input: Parameters<typeof evaluate>[0], count: number): number {
  const begun = performance.now();
  for (let decided = 0; decided < RULES_PER_SAMPLE; decided += count) {
    const { length } = evaluate(input);
    if (length !== count) throw new Error(`${length} of ${count} decided`);
  }
  return performance.now() - begun;
}

function table(samples: readonly number[], runs: number): Table {
  const rows = samples.map((ms, index) => {
    const count = RULES[index] ?? Number.NaN;
    const before = samples[index - 1];
    return [
      String(count),
      ((ms * count) / RULES_PER_SAMPLE).toFixed(2),
      ((1_000 * ms) / RULES_PER_SAMPLE).toFixed(1),
      ((1_000 * RULES_PER_SAMPLE) / ms).toFixed(0),
      before === undefined ? '' : (ms / before).toFixed(2),
    ];
  });
  return {
    title: `Evaluating rules (medians of ${runs}, in turns; ${RULES_PER_CURRENCY} rules to a currency)`,
    columns: [
      right('rules'),
      right('ms'),
      right('µs a rule'),
      right('rules a second'),
      right('a rule, against the line above'),
    ],
    rows,
    notes: [
      `1.00 in the last column is proportional growth: ten times the rules take ten times as long. The decisions of 10000 rules exceed V8's space for new objects: its collector copies them, which costs once, not with every further rule. Every measurement evaluates ${RULES_PER_SAMPLE} rules; smaller batches run more often.`,
    ],
  };
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
    halt: POLICY.halt,
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
