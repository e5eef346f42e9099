import { useSearchParams } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals } from '../../display/amounts.ts';
import { Panel } from '../../layout/page.tsx';
import { LinePages } from './line-pages.tsx';
import { LineTable } from './line-table.tsx';
import type { CurrencySummary, NamedLines } from './lines.ts';
import classes from './statements.module.css';

interface CurrencyLinesProps {
  readonly statement: CurrencySummary;
  readonly month: string;
  readonly into: string | null;
  readonly reporting: string;
  readonly isPrinting: boolean;
  /** Every line of the month, where they are printed and were read. */
  readonly printed: NamedLines | undefined;
}

const OPEN = 'open';

/** A currency of a statement: what it opened and closed with, and its lines, which fold. Which ones are open stands in the address. */
export function CurrencyLines(props: CurrencyLinesProps) {
  const { statement, month, into, reporting, isPrinting, printed } = props;
  const { currency, opening, closing, movements } = statement;
  const [search, setSearch] = useSearchParams();
  const isOpen = search.getAll(OPEN).includes(currency);
  const moved = movements.amount;
  const decimals = columnDecimals([opening.amount, moved, closing.amount], currency);
  const figure = { currency, columnDecimals: decimals, withCurrency: false } as const;
  const toggle = (opens: boolean) =>
    setSearch(
      (now) => {
        const others = now.getAll(OPEN).filter((each) => each !== currency);
        now.delete(OPEN);
        for (const each of opens ? [...others, currency] : others) now.append(OPEN, each);
        return now;
      },
      { replace: true },
    );
  return (
    <Panel
      title={currency}
      aside={
        closing.value === null ? (
          'without a price'
        ) : (
          <>
            closes at <Amount amount={closing.value} currency={reporting} isRounded />
          </>
        )
      }
    >
      <dl className={classes.sums}>
        <div>
          <dt>Opening</dt>
          <dd>
            <Amount {...figure} amount={opening.amount} />
          </dd>
        </div>
        <div>
          <dt>{movements.count === 1 ? '1 movement' : `${movements.count} movements`}</dt>
          <dd>
            <Amount {...figure} amount={moved} isSigned />
          </dd>
        </div>
        <div>
          <dt>Closing</dt>
          <dd>
            <Amount {...figure} amount={closing.amount} />
          </dd>
        </div>
      </dl>
      <details
        className={classes.lines}
        open={isOpen || isPrinting}
        onToggle={({ currentTarget }) => {
          if (!isPrinting && currentTarget.open !== isOpen) toggle(currentTarget.open);
        }}
      >
        <summary>Lines of {currency}</summary>
        {isPrinting ? (
          <PrintedLines currency={currency} reporting={reporting} printed={printed} />
        ) : (
          isOpen && <LinePages key={into} {...{ month, currency, into, reporting }} />
        )}
      </details>
    </Panel>
  );
}

type PrintedLinesProps = Pick<CurrencyLinesProps, 'reporting' | 'printed'> & {
  readonly currency: string;
};

/** The lines on paper, or why they are not: a browser that prints by itself waits for no answer. */
function PrintedLines({ currency, reporting, printed }: PrintedLinesProps) {
  if (printed === undefined) {
    return <p>The lines of {currency} are not on this paper: its file has them.</p>;
  }
  const { items, names } = printed;
  const lines = items.filter((line) => line.currency === currency);
  return <LineTable currency={currency} reporting={reporting} lines={lines} names={names} />;
}
