import type { ReactNode } from 'react';
import { Amount } from '../../display/amount.tsx';
import { Identifier } from '../../display/identifier.tsx';
import { valuedWith } from '../../display/manual-rates.ts';
import { useTimeZone } from '../../display/time-zone.tsx';
import { formatInstant } from '../../display/times.ts';
import { When } from '../../display/when.tsx';
import type { StatementOfMonth } from './lines.ts';
import { StatementState } from './statement-state.tsx';
import classes from './statements.module.css';

/** Whether it is final, with its digest; and what the month comes to. */
export function StatementFacts({ data }: { readonly data: StatementOfMonth }) {
  const { statement } = data;
  const { totals, reportingCurrency: reporting, digest, timeZone, manualRates = [] } = statement;
  return (
    <>
      <p className={classes.state}>
        <StatementState statement={data} /> <span>{sentenceOf(data, useTimeZone().timeZone)}</span>
      </p>
      <dl className={classes.facts}>
        <dt>Month</dt>
        <dd>
          <When at={statement.from} as="minute" /> to <When at={statement.to} as="minute" />{' '}
          <span className={classes.quiet}>between the midnights of {timeZone}</span>
        </dd>
        {digest !== null && (
          <>
            <dt>Digest</dt>
            <dd>
              <Identifier id={digest} label="SHA-256 of the statement" />
            </dd>
          </>
        )}
        {(
          [
            ['Opening', totals.opening, false],
            ['Movements', totals.movements, true],
            ['Revaluation', totals.revaluation, true],
            ...(totals.unvalued.length > 0
              ? [['Reconciling items', totals.reconciling, true] as const]
              : []),
            ['Closing', totals.closing, false],
          ] as const
        ).map(([name, amount, isSigned]) => (
          <Fact key={name} name={name}>
            <Amount amount={amount} currency={reporting} isRounded isSigned={isSigned} />
          </Fact>
        ))}
      </dl>
      {manualRates.length > 0 && <p>{valuedWith(manualRates)}</p>}
      {totals.unvalued.length > 0 && (
        <p className={classes.warning}>
          Not everything of {totals.unvalued.join(', ')} has a price. What has none counts as
          nothing here, and a line of its own below makes each of them add up.
        </p>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function sentenceOf({ state, freezesAt, statement }: StatementOfMonth, zone: string): string {
  switch (state) {
    case 'open':
      return 'The month is not over: it grows with every snapshot.';
    case 'closing':
      return freezesAt === null
        ? 'The month is over and waits for late data.'
        : `The month is over. Late data still enters until ${formatInstant(freezesAt, zone)}; then it is frozen.`;
    case 'frozen':
      return statement.frozenAt === null
        ? 'It is final, and never changes.'
        : `It is final since ${formatInstant(statement.frozenAt, zone)}, and never changes.`;
    case 'unfrozen':
      return 'The month is over, and computed for each request: it was not frozen.';
    default:
      return state satisfies never;
  }
}
