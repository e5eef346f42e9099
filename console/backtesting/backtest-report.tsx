import { useMemo } from 'react';
import { SeriesChart } from '../charts/series-chart.tsx';
import { reasonText } from '../decisions/reasons.ts';
import { Amount } from '../display/amount.tsx';
import { columnDecimals } from '../display/amounts.ts';
import { Empty } from '../display/empty.tsx';
import parts from '../display/parts.module.css';
import { When } from '../display/when.tsx';
import classes from './backtesting.module.css';
import { type BalancePoints, balanceSeries, listedSweeps, sweepMarks } from './balance-points.ts';
import type { Backtest } from './types.ts';

interface BacktestReportProps {
  readonly report: Backtest;
  readonly balances: BalancePoints;
}

/** What the draft would have done: the balance with and without it, the figures, and every sweep. */
export function BacktestReport({ report, balances }: BacktestReportProps) {
  if (report.currencies.length === 0) return <p className={parts.text}>{report.message}</p>;
  if (report.readings === 0) {
    return (
      <Empty title="No balances are recorded in this range">
        Choose a longer one, or wait for snapshots.
      </Empty>
    );
  }
  return (
    <>
      <p className={parts.text}>{report.message}</p>
      {report.currencies.map((currency) => (
        <BalanceChart
          key={currency}
          currency={currency}
          report={report}
          points={balances[currency] ?? []}
        />
      ))}
      <Figures report={report} />
      <Sweeps report={report} />
      <details>
        <summary>What the figures rest on</summary>
        <ul className={parts.reasons}>
          {report.assumptions.map((assumption) => (
            <li key={assumption}>{assumption}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

interface BalanceChartProps {
  readonly currency: string;
  readonly report: Backtest;
  readonly points: BalancePoints[string];
}

function BalanceChart({ currency, report, points }: BalanceChartProps) {
  const series = useMemo(() => balanceSeries(points), [points]);
  const marks = useMemo(() => sweepMarks(report, currency), [report, currency]);
  if (points.length === 0) return null;
  return (
    <SeriesChart
      label={`Balance of ${currency} with and without the draft`}
      series={series}
      marks={marks}
      currency={currency}
    />
  );
}

function Figures({ report }: { readonly report: Backtest }) {
  const { draft, inForce, difference } = report;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={parts.scroll} tabIndex={0} aria-label="Figures">
      <table className={parts.table}>
        <thead>
          <tr>
            <th scope="col">Over the range</th>
            <th scope="col" className={parts.number}>
              With the draft
            </th>
            <th scope="col" className={parts.number}>
              As it is now
            </th>
            <th scope="col" className={parts.number}>
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {difference.map(({ currency, sweeps, total }) => {
            const of = (side: typeof draft) =>
              side.currencies.find((each) => each.currency === currency);
            const [would, does] = [of(draft), of(inForce)];
            return [
              <tr key={`${currency} sweeps`}>
                <th scope="row">Sweeps of {currency}</th>
                <td className={parts.number}>{would?.sweeps}</td>
                <td className={parts.number}>{does?.sweeps}</td>
                <td className={parts.number}>{sweeps > 0 ? `+${sweeps}` : sweeps}</td>
              </tr>,
              <tr key={`${currency} total`}>
                <th scope="row">Withdrawn</th>
                <td className={parts.number}>
                  <Amount amount={would?.total} currency={currency} />
                </td>
                <td className={parts.number}>
                  <Amount amount={does?.total} currency={currency} />
                </td>
                <td className={parts.number}>
                  <Amount amount={total} currency={currency} isSigned />
                </td>
              </tr>,
              <tr key={`${currency} lowest`}>
                <th scope="row">Lowest balance left</th>
                <td className={parts.number}>
                  <Amount amount={would?.lowest?.balance} currency={currency} />
                </td>
                <td className={parts.number}>
                  <Amount amount={does?.lowest?.balance} currency={currency} />
                </td>
                <td />
              </tr>,
            ];
          })}
          <tr>
            <th scope="row">Why it did not sweep</th>
            <td className={classes.counted}>
              <Reasons side={draft} />
            </td>
            <td className={classes.counted}>
              <Reasons side={inForce} />
            </td>
            <td />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** Reasons of both sides, most frequent first. */
const MOST_REASONS = 3;

function Reasons({ side }: { readonly side: Backtest['draft'] }) {
  const counts = new Map<string, number>();
  for (const { name, times } of side.rules.flatMap(({ reasons }) => reasons)) {
    counts.set(name, (counts.get(name) ?? 0) + times);
  }
  const found = [...counts].sort(([, left], [, right]) => right - left).slice(0, MOST_REASONS);
  if (found.length === 0) return <span className={parts.quiet}>(none)</span>;
  return (
    <>
      {found.map(([name, times]) => (
        <div key={name}>
          {times} × {reasonText(name).short}
        </div>
      ))}
    </>
  );
}

const SIDES = { draft: 'With the draft', inForce: 'As it is now' } as const;
const APPROVALS = ['none', 'one person', 'two people'] as const;

function Sweeps({ report }: { readonly report: Backtest }) {
  const sweeps = listedSweeps(report);
  const counted = report.draft.sweeps.count + report.inForce.sweeps.count;
  if (sweeps.length === 0) {
    return <p className={parts.quiet}>Neither the draft nor the rules as they are swept.</p>;
  }
  const decimals = Math.max(
    ...sweeps.map(({ amount, currency }) => columnDecimals([amount], currency)),
  );
  return (
    <details open>
      <summary>
        Sweeps
        {sweeps.length < counted && ` (the first ${sweeps.length} of ${counted})`}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className={classes.sweeps} tabIndex={0} aria-label="Sweeps of the backtest">
        <table className={parts.table}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Side</th>
              <th scope="col">Rule</th>
              <th scope="col" className={parts.number}>
                Amount
              </th>
              <th scope="col">Approval</th>
            </tr>
          </thead>
          <tbody>
            {sweeps.map(({ side, at, ruleId, currency, amount, approvals }) => (
              <tr key={`${side} ${at} ${ruleId}`}>
                <td>
                  <When at={at} as="minute" />
                </td>
                <td>{SIDES[side]}</td>
                <td>
                  <bdi>
                    {report[side].rules.find((rule) => rule.ruleId === ruleId)?.label ?? ruleId}
                  </bdi>
                </td>
                <td className={parts.number}>
                  <Amount amount={amount} currency={currency} columnDecimals={decimals} />
                </td>
                <td>{APPROVALS[approvals]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
