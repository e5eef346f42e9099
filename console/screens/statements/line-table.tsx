import { Link } from 'react-router';
import { quoteOf } from '../../approving/instruction.ts';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals } from '../../display/amounts.ts';
import { Price } from '../../display/price.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import { feesOf } from './fees.ts';
import { isBalance, type Names, peopleOf, type StatementLine } from './lines.ts';
import classes from './statements.module.css';

interface LineTableProps {
  readonly currency: string;
  readonly reporting: string;
  readonly lines: readonly StatementLine[];
  readonly names: Names | undefined;
}

/** The lines of a currency, as the exported file has them. */
export function LineTable({ currency, reporting, lines, names }: LineTableProps) {
  const tenant = useTenant();
  const decimals = columnDecimals(
    lines.flatMap(({ amount, balance }) => [amount, balance].filter((each) => each !== null)),
    currency,
  );
  const figure = { currency, columnDecimals: decimals, withCurrency: false } as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={`Lines of ${currency}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Line</th>
            <th scope="col">Amount</th>
            <th scope="col">Balance</th>
            <th scope="col">Value in {reporting}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none changes its place.
            <tr key={index} data-kind={line.kind}>
              <td>{line.at !== null && <When at={line.at} as="minute" />}</td>
              <td>
                <Described line={line} tenant={tenant} people={peopleOf(line, names)} />
              </td>
              <td>
                {line.amount !== null && !isBalance(line) && (
                  <Amount {...figure} amount={line.amount} isSigned />
                )}
              </td>
              <td>{line.balance !== null && <Amount {...figure} amount={line.balance} />}</td>
              <td>
                {line.value === null ? (
                  <span className={classes.quiet}>no price</span>
                ) : (
                  <Amount
                    amount={line.value}
                    currency={reporting}
                    withCurrency={false}
                    isRounded
                    isSigned={!isBalance(line)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface DescribedProps {
  readonly line: StatementLine;
  readonly tenant: string;
  readonly people: readonly string[];
}

function Described({ line, tenant, people }: DescribedProps) {
  const { kind, instructionId, description, reference, fill } = line;
  const screen = kind === 'trade' ? 'trades' : 'withdrawals';
  return (
    <>
      {instructionId === null ? (
        kind.replaceAll('-', ' ')
      ) : (
        <Link to={`/t/${tenant}/${screen}/${encodeURIComponent(instructionId)}`}>{kind}</Link>
      )}
      {description !== null && (
        <>
          {' '}
          <bdi>{description}</bdi>
        </>
      )}
      {reference !== undefined && (
        <span className={classes.quiet}>
          {' '}
          (<bdi>{reference}</bdi>)
        </span>
      )}
      {fill !== undefined && (
        <span className={classes.quiet}>
          {' '}
          filled at <Price price={fill.price} currency={quoteOf(fill)} />, decided at{' '}
          <Price price={fill.decidedPrice} currency={quoteOf(fill)} />, slippage{' '}
          {fill.slippagePercent} %, fees {feesOf(fill.fees)}
        </span>
      )}
      {people.length > 0 && (
        <span className={classes.quiet}>
          {' by '}
          <bdi>{people.join(', ')}</bdi>
        </span>
      )}
    </>
  );
}
