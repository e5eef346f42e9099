import {
  decisionRunItem,
  decisionRunKind,
  pinnedOf,
} from '../../adapters/store/decision-run-item.ts';
import { fromItem } from '../../adapters/store/item.ts';
import { bytesOfItem } from '../../adapters/store/item-bytes.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { type EvaluateInput, evaluate } from '../../treasury/rules/evaluate.ts';
import { pinnedBy } from '../../treasury/sweeps/pinned.ts';
import { IN_FORCE, POLICY } from '../backtest-rules.ts';
import { ASSUMED } from '../cost/assumptions.ts';
import { benchCurrencies } from '../cost/bench-policy.ts';
import { median } from '../report/statistics.ts';
import { left, right, type Table } from '../report/table.ts';
import { seeded } from '../seeded.ts';

/** Rules of the treasury that the cost page counts with. */
const RULES = 50;
const SEED = 20_260_105;
const EPOCH = 'bench';
/** Nothing is due by a schedule: a quiet tick, of which there are most. */
const NOW = '2026-01-05T09:17:00.000Z';
/** After every occurrence of the day before: none of them is missed. */
const ACTIVE_SINCE = '2026-01-05T08:45:00.000Z';
/** Runs of one sample: a single one takes less than the clock tells apart. */
const REPEATS = 50;
/** Samples before anything is measured, until all of it is compiled. */
const WARM_SAMPLES = 3;

/** What the record of a run takes: bytes in the table, and the time to decide, to write and to read it. */
export function recordedRuns(runs: number): readonly Table[] {
  const input = quietTick();
  const run: DecisionRun = {
    ...{ tenant: 'bench', snapshot: NOW, part: 0 },
    decisions: evaluate(input).map((decision) => ({ decision })),
  };
  const policy = { ...POLICY, rules: input.rules, accounts: [...input.accounts.values()] };
  const pinned = run.decisions.map(({ decision }) => pinnedBy(policy, decision));
  const write = () => decisionRunItem('bench', run, ASSUMED.retentionMonths, pinned);
  const item = write();
  const kind = decisionRunKind(pinnedOf(pinned));
  const read = () => fromItem(kind, item);
  return [
    {
      title: `The record of a run of ${RULES} rules in a quiet tick (medians of ${runs})`,
      columns: [left(''), right('')],
      rows: [
        ['bytes of the item', String(bytesOfItem(item))],
        ['ms to decide', msOf(() => evaluate(input), runs)],
        ['ms to write', msOf(write, runs)],
        ['ms to read', msOf(read, runs)],
      ],
    },
  ];
}

function msOf(work: () => unknown, runs: number): string {
  const samples: number[] = [];
  for (let run = -WARM_SAMPLES; run < runs; run++) {
    const begun = performance.now();
    for (let repeat = 0; repeat < REPEATS; repeat++) work();
    if (run >= 0) samples.push((performance.now() - begun) / REPEATS);
  }
  return median(samples).toFixed(2);
}

/** The kinds of rules of a treasury, each of its own currency, with random digits: they must not compress. */
export function quietTick(): EvaluateInput {
  const currencies = benchCurrencies(RULES, seeded(SEED));
  const [account] = POLICY.accounts;
  if (account === undefined) throw new Error('there is no account');
  const accounts = currencies.map(({ name, rule }) => {
    const id = rule.withdrawalAccountId ?? IN_FORCE.id;
    return [id, { ...account, id, currency: name }] as const;
  });
  const balances = currencies.map(({ name, balance }) => {
    const text = balance.toFixed(8);
    return [name, { total: text, available: text }] as const;
  });
  return {
    rules: currencies.map(({ rule }) => ({ ...rule, activeSince: ACTIVE_SINCE })),
    accounts: new Map(accounts),
    controls: POLICY.controls,
    halt: POLICY.halt,
    balances: Object.fromEntries(balances),
    balancesReadAt: NOW,
    lanes: new Map(currencies.map(({ name }) => [name, newLane('bench', name, EPOCH)])),
    ...{ epoch: EPOCH, occurrence: NOW, now: NOW },
  };
}
