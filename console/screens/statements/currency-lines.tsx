import { useSearchParams } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals } from '../../display/amounts.ts';
import { Panel } from '../../layout/page.tsx';
import { LineTable } from './line-table.tsx';
import { type CurrencyStatement, linesOf, movedOf, type Names } from './lines.ts';
import classes from './statements.module.css';

interface CurrencyLinesProps {
  readonly statement: CurrencyStatement;
  readonly reporting: string;
  readonly names: Names | undefined;
  readonly isPrinting: boolean;
}

const OPEN = 'open';

/** A currency of a statement: what it opened and closed with, and its lines, which fold. Which ones are open stands in the address. */
export function CurrencyLines({ statement, reporting, names, isPrinting }: CurrencyLinesProps) {
  const { currency, opening, closing, movements } = statement;
  const [search, setSearch] = useSearchParams();
  const isOpen = search.getAll(OPEN).includes(currency);
  const moved = movedOf(statement);
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
          <dt>{movements.length === 1 ? '1 movement' : `${movements.length} movements`}</dt>
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
        {(isOpen || isPrinting) && (
          <LineTable currency={currency} reporting={reporting} lines={linesOf(statement, names)} />
        )}
      </details>
    </Panel>
  );
}
