import type { RuleDecision } from '../../treasury/decisions/decision.ts';
import { sayHistory } from '../../treasury/facts/sentences/say/say-history.ts';
import { sayNotTaken } from '../../treasury/facts/sentences/say/say-not-read.ts';
import { explain } from '../../treasury/facts/sentences/say/show-decision.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import { statedIn, withdrawable } from '../../treasury/valuation/balance.ts';
import { amountOf, withGroupedAmounts, worthOf } from '../console-feed/amounts.ts';
import { hangingText } from '../terminal/wrap-text.ts';
import type { Stuck } from './stuck.ts';
import { renderTable } from './table.ts';

/** The result of one round: `npm run once` prints it, as tables or, with --json, as it is. */
export interface RoundReport {
  readonly snapshot: Snapshot;
  readonly decisions: readonly RuleDecision[];
  /** Withdrawals of this round, and earlier ones that are still open. */
  readonly withdrawals: readonly Instruction[];
  /** Currencies of which nothing leaves before a person has looked. */
  readonly stuck: readonly Stuck[];
}

/** The report as tables, at most so wide where that is given. */
export function renderRound(report: RoundReport, width: number | null = null): string {
  return [
    renderBalances(report.snapshot, width),
    renderDecisions(report.decisions, width),
    renderWithdrawals(report.withdrawals, width),
    ...(report.stuck.length === 0 ? [] : [renderStuck(report.stuck, width)]),
  ].join('\n\n');
}

/** In sentences: a table would cut off the next steps. */
function renderStuck(stuck: readonly Stuck[], width: number | null): string {
  const lines = stuck.map(({ currency, state, why, next }) => {
    // The sentence of a halt names what it halts.
    const sentence = withGroupedAmounts(
      state === 'halted' ? why : `${currency} is ${state}. ${why}`,
    );
    return `${hangingText('', sentence, width, 2)}\n${hangingText('  Next: ', next, width)}`;
  });
  return `Stuck\n\n${lines.join('\n')}`;
}

function renderBalances(snapshot: Snapshot, width: number | null): string {
  if (snapshot.kind === 'missed') {
    return `No snapshot of ${snapshot.scheduledFor}: ${sayNotTaken(snapshot.why)}`;
  }
  const { valuation, balances, scheduledFor } = snapshot;
  const { reportingCurrency, values, total, unvalued } = valuation;
  const sum = unvalued.length === 0 ? 'total' : 'valued';
  const held = statedIn(balances).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const rows = held.map(([currency, balance]) => {
    const valued = values[currency];
    return [
      currency,
      amountOf(balance.total, currency),
      amountOf(withdrawable(balance), currency),
      valued === undefined ? 'no price' : worthOf(valued.value, reportingCurrency),
      valued === undefined ? '' : valued.instruments.join(' x ') || '(itself)',
    ];
  });
  const table = renderTable(
    [
      { title: 'currency' },
      { title: 'balance', align: 'right' },
      { title: 'available', align: 'right' },
      { title: 'value', align: 'right' },
      { title: 'priced by' },
    ],
    [...rows, [sum, '', '', worthOf(total, reportingCurrency), '']],
    width,
  );
  return `Balances of ${scheduledFor}\n\n${table}`;
}

function renderDecisions(decisions: readonly RuleDecision[], width: number | null): string {
  if (decisions.length === 0) return 'Decisions\n\nNo rules, so nothing to decide.';
  const rows = decisions.map((decision) => [
    decision.ruleId,
    decision.outcome === 'sweep' ? 'sweep' : decision.reason,
    amountColumn(decision),
    withGroupedAmounts(explain(decision)),
  ]);
  const table = renderTable(
    [
      { title: 'rule' },
      { title: 'decision' },
      { title: 'amount', align: 'right' },
      { title: 'why' },
    ],
    rows,
    width,
  );
  return `Decisions\n\n${table}`;
}

function amountColumn(decision: RuleDecision): string {
  const { currency } = decision;
  if (decision.outcome === 'sweep') return amountOf(decision.amount, currency);
  return decision.wouldSweep === undefined ? '' : `(${amountOf(decision.wouldSweep, currency)})`;
}

function lastLine(history: Instruction['history']): string {
  const last = history.at(-1);
  return last === undefined ? '' : sayHistory(last.fact);
}

function renderWithdrawals(withdrawals: readonly Instruction[], width: number | null): string {
  if (withdrawals.length === 0) return 'Withdrawals\n\nNone.';
  const rows = withdrawals.flatMap(({ id, content, status, history }) =>
    content.kind === 'withdrawal'
      ? [
          [
            id,
            amountOf(content.amount, content.currency),
            content.accountLabel,
            status.state,
            status.state === 'confirmed' ? '' : withGroupedAmounts(lastLine(history)),
          ],
        ]
      : [],
  );
  const table = renderTable(
    [
      { title: 'instruction' },
      { title: 'amount', align: 'right' },
      { title: 'to' },
      { title: 'state' },
      { title: 'in words' },
    ],
    rows,
    width,
  );
  return `Withdrawals\n\n${table}`;
}
