import { Amount } from '../display/amount.tsx';
import { When } from '../display/when.tsx';
import { Address } from './address.tsx';
import { AddressAge } from './address-age.tsx';
import classes from './approving.module.css';
import {
  approvalsOf,
  askedBy,
  currencyOf,
  type Instruction,
  personName,
  quoteOf,
} from './instruction.ts';
import { saidOf } from './texts.ts';

/** What a person agrees to who approves an instruction, in full. */
export function Agreement({ instruction }: { readonly instruction: Instruction }) {
  const { content, destination, status, names, createdAt, value } = instruction;
  const { required, given } = approvalsOf(instruction);
  const said = saidOf(instruction);
  const missed = instruction.history[0]?.missed;
  return (
    <div className={classes.agreement}>
      <dl className={classes.facts}>
        <dt>{content.kind === 'trade' ? (content.side === 'buy' ? 'Buy' : 'Sell') : 'Withdraw'}</dt>
        <dd className={classes.amount}>
          <Amount amount={content.amount} currency={currencyOf(content)} />
        </dd>
        {content.kind === 'trade' && (
          <>
            <dt>{content.side === 'buy' ? 'At most for' : 'At least for'}</dt>
            <dd>
              <Amount amount={content.price} currency={quoteOf(content)} /> each
            </dd>
          </>
        )}
        {value !== undefined && (
          <>
            <dt>Worth</dt>
            <dd>
              <Amount amount={value.amount} currency={value.currency} isRounded /> when it was asked
              for
            </dd>
          </>
        )}
        {content.kind === 'withdrawal' && value === undefined && (
          <>
            <dt>Worth</dt>
            <dd className={classes.quiet}>not known: it had no price</dd>
          </>
        )}
      </dl>
      {content.kind === 'withdrawal' && destination !== undefined && (
        <>
          <Address destination={destination} />
          <AddressAge
            accountId={content.withdrawalAccountId}
            destination={destination}
            before={createdAt}
            isOpen={status.state === 'proposed' || status.state === 'awaiting-approval'}
          />
        </>
      )}
      <dl className={classes.facts}>
        <dt>Asked for by</dt>
        <dd>
          <bdi>{askedBy(instruction, names)}</bdi>, <When at={createdAt} />
        </dd>
        {said !== null && (
          <>
            <dt>Said</dt>
            <dd>
              <bdi>{said}</bdi>
            </dd>
          </>
        )}
        {missed !== undefined && (
          <>
            <dt>Makes up for</dt>
            <dd>
              <When at={missed.occurrence} as="minute" />,{' '}
              <bdi>{names?.rules[missed.ruleId] ?? missed.ruleId}</bdi>
            </dd>
          </>
        )}
        {content.reference !== undefined && (
          <>
            <dt>Reference</dt>
            <dd>
              <bdi>{content.reference}</bdi>
            </dd>
          </>
        )}
        {Object.entries(content.metadata ?? {}).map(([name, text]) => (
          <Pair key={name} name={name} text={text} />
        ))}
        {status.state === 'awaiting-approval' && (
          <>
            <dt>Approvals</dt>
            <dd>
              {given.length} of {required}
              {given.length > 0 && ': '}
              <bdi>{given.map(({ by }) => personName(names, by)).join(', ')}</bdi>
            </dd>
            <dt>Ends</dt>
            <dd>
              <When at={status.expiresAt} />
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

function Pair({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </>
  );
}
