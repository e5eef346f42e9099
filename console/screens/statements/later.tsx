import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { When } from '../../display/when.tsx';
import { PageButtons } from '../../tables/page-buttons.tsx';
import type { Names, RestatedMovement, StatementOfMonth } from './lines.ts';
import { STATEMENT_MS } from './statement-ms.ts';
import classes from './statements.module.css';

/** Movements of a page, of both sides together. */
const MOVEMENTS_OF_A_PAGE = 100;

interface LaterProps {
  readonly month: string;
  readonly later: StatementOfMonth['later'];
}

/** What is known better than when the month was frozen: the movements as they were, and as they are known now. */
export function Later({ month, later }: LaterProps) {
  return (
    <ul className={classes.later}>
      {later.map(({ currency, message, frozen, now }) => (
        <li key={currency}>
          <p>
            <strong>{currency}</strong>: {message}
          </p>
          {frozen + now > 0 && <Restated month={month} currency={currency} />}
        </li>
      ))}
    </ul>
  );
}

interface RestatedProps {
  readonly month: string;
  readonly currency: string;
}

/** Read when it is opened: each read compares the whole month. */
function Restated({ month, currency }: RestatedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classes.lines}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Movements of {currency} that differ</summary>
      {isOpen && <RestatedPages month={month} currency={currency} />}
    </details>
  );
}

function RestatedPages({ month, currency }: RestatedProps) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = { month, currency, limit: MOVEMENTS_OF_A_PAGE };
  const restated = useRead(
    '/v1/reports/statement/restatements',
    { query: { ...query, ...(cursor !== null && { cursor }) } },
    { everyMs: STATEMENT_MS, keepsPrevious: true },
  );
  return (
    <Loaded query={restated} lines={4}>
      {({ items, names, next, previous }) => (
        <>
          <div className={classes.beside}>
            <Side
              title="As it was frozen"
              movements={items.filter(({ known }) => known === 'frozen')}
              names={names}
            />
            <Side
              title="As it is known now"
              movements={items.filter(({ known }) => known === 'now')}
              names={names}
            />
          </div>
          <PageButtons
            label={`Movements of ${currency} that differ`}
            {...{ next, previous, setCursor }}
          />
        </>
      )}
    </Loaded>
  );
}

interface SideProps {
  readonly title: string;
  readonly movements: readonly RestatedMovement[];
  readonly names: Names | undefined;
}

function Side({ title, movements, names }: SideProps) {
  return (
    <div>
      <p className={classes.quiet}>{title}</p>
      {movements.length === 0 ? (
        <p>No such movement.</p>
      ) : (
        <ul>
          {movements.map(({ currency, kind, at, amount, description, askedBy, snapshot }) => (
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
