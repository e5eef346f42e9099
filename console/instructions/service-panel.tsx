import { currencyOf, type Instruction, quoteOf } from '../approving/instruction.ts';
import { Amount } from '../display/amount.tsx';
import { Identifier } from '../display/identifier.tsx';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import classes from './instructions.module.css';
import { readable, serviceReplyOf } from './service-reply.ts';

/** What the service knows of it: its ids, what was filled, and the answer word for word. */
export function ServicePanel({ instruction }: { readonly instruction: Instruction }) {
  const { ids, raw } = serviceReplyOf(instruction);
  const { status } = instruction;
  if (raw === null) {
    return (
      <Panel title="At the service">
        <p className={classes.quiet}>The service knows nothing of it: it was not sent.</p>
      </Panel>
    );
  }
  return (
    <Panel title="At the service">
      <dl className={classes.facts}>
        <dt>{ids.length > 1 ? 'Ids' : 'Id'}</dt>
        <dd>
          {ids.length === 0 ? (
            <span className={classes.quiet}>none in the answer</span>
          ) : (
            ids.map((id) => <Identifier key={id} id={id} />)
          )}
        </dd>
        <Filled instruction={instruction} />
        {'claim' in status && (
          <>
            <dt>Sent before</dt>
            <dd>
              <When at={status.claim.sendBy} as="second" />
            </dd>
            <dt>May be executed until</dt>
            <dd>
              <When at={status.claim.quarantineUntil} as="second" />
            </dd>
          </>
        )}
      </dl>
      <details className={classes.raw}>
        <summary>The answer, word for word</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard */}
        <pre tabIndex={0}>{readable(raw)}</pre>
      </details>
    </Panel>
  );
}

/** What was executed of a trade, and what it cost. */
function Filled({ instruction: { status, content } }: { readonly instruction: Instruction }) {
  if (content.kind !== 'trade' || status.state !== 'confirmed') return null;
  const { confirmation } = status;
  const fill =
    confirmation.kind === 'trade'
      ? confirmation.trade.executed
      : confirmation.kind === 'settled'
        ? confirmation.fill
        : undefined;
  const fees = confirmation.kind === 'trade' ? (confirmation.trade.fees ?? []) : [];
  return (
    <>
      {fill !== undefined && (
        <>
          <dt>Executed</dt>
          <dd>
            <Amount amount={fill.base} currency={currencyOf(content)} /> for{' '}
            <Amount amount={fill.quote} currency={quoteOf(content)} />
          </dd>
        </>
      )}
      {fees.length > 0 && (
        <>
          <dt>Fees</dt>
          <dd>
            {fees.map(({ currency, amount }) => (
              <Amount key={currency} amount={amount} currency={currency} />
            ))}
          </dd>
        </>
      )}
    </>
  );
}
