import { Amount } from '../../display/amount.tsx';
import { When } from '../../display/when.tsx';
import type { Names, StatementMovement, StatementOfMonth } from './lines.ts';
import classes from './statements.module.css';

interface LaterProps {
  readonly later: StatementOfMonth['later'];
  readonly names: Names | undefined;
}

/** What is known better than when the month was frozen: the movements as they were, and as they are known now. */
export function Later({ later, names }: LaterProps) {
  return (
    <ul className={classes.later}>
      {later.map(({ currency, message, frozen, now }) => (
        <li key={currency}>
          <p>
            <strong>{currency}</strong>: {message}
          </p>
          <div className={classes.beside}>
            <Side title="As it was frozen" currency={currency} movements={frozen} names={names} />
            <Side title="As it is known now" currency={currency} movements={now} names={names} />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface SideProps {
  readonly title: string;
  readonly currency: string;
  readonly movements: readonly StatementMovement[];
  readonly names: Names | undefined;
}

function Side({ title, currency, movements, names }: SideProps) {
  return (
    <div>
      <p className={classes.quiet}>{title}</p>
      {movements.length === 0 ? (
        <p>No such movement.</p>
      ) : (
        <ul>
          {movements.map(({ kind, at, amount, description, askedBy, snapshot }) => (
            <li key={`${snapshot} ${kind} ${at} ${amount}`}>
              {kind} <Amount amount={amount} currency={currency} isSigned />,{' '}
              <When at={at} as="minute" />
              {description !== null && (
                <>
                  , <bdi>{description}</bdi>
                </>
              )}
              {askedBy !== null && (
                <>
                  {' '}
                  by <bdi>{names?.people[askedBy] ?? askedBy}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
