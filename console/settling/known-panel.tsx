import { Address } from '../approving/address.tsx';
import { AddressAge } from '../approving/address-age.tsx';
import { askedBy, currencyOf, type Instruction } from '../approving/instruction.ts';
import { whatMoves } from '../approving/texts.ts';
import { Amount } from '../display/amount.tsx';
import { signOf } from '../display/amounts.ts';
import { Identifier } from '../display/identifier.tsx';
import { Status } from '../display/status.tsx';
import { RelativeWhen, When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { causeOf, isUnsettled } from './settlement.ts';
import classes from './settling.module.css';

/** What is known for certain: what was asked for, when it was sent, and what came back. */
export function KnownPanel({ instruction }: { readonly instruction: Instruction }) {
  const { content, destination, status, names, value, id } = instruction;
  return (
    <Panel title="What is known" aside={<Status state={status.state} />}>
      <div className={classes.sideBySide}>
        <dl className={classes.facts}>
          <dt>Asked for</dt>
          <dd className={classes.strong}>{whatMoves(content)}</dd>
          {value !== undefined && (
            <>
              <dt>Worth then</dt>
              <dd>
                <Amount amount={value.amount} currency={value.currency} isRounded />
              </dd>
            </>
          )}
          <dt>Asked by</dt>
          <dd>
            <bdi>{askedBy(instruction, names)}</bdi>
          </dd>
          <Sending instruction={instruction} />
          <dt>Instruction</dt>
          <dd>
            <Identifier id={id} />
          </dd>
        </dl>
        {destination !== undefined && content.kind === 'withdrawal' && (
          <div>
            <Address destination={destination} />
            <AddressAge
              accountId={content.withdrawalAccountId}
              destination={destination}
              before={instruction.createdAt}
              isOpen={false}
            />
          </div>
        )}
      </div>
      {isUnsettled(instruction) && <p className={classes.cause}>{causeOf(instruction)}</p>}
      {'evidence' in status && (
        <details className={classes.raw}>
          <summary>The answer of the service, as it came</summary>
          <pre>{status.evidence}</pre>
        </details>
      )}
    </Panel>
  );
}

/** When it went out, and until when it can still be carried out. */
function Sending({ instruction }: { readonly instruction: Instruction }) {
  const { status, content } = instruction;
  if (!('claim' in status)) return null;
  const { claimedAt, quarantineUntil, balanceBefore, fee } = status.claim;
  const currency = currencyOf(content);
  const paid = content.kind === 'trade' && content.side === 'buy' ? null : currency;
  return (
    <>
      <dt>Claimed and sent</dt>
      <dd>
        <When at={claimedAt} as="second" /> <RelativeWhen at={claimedAt} />
      </dd>
      <dt>The service may carry it out until</dt>
      <dd>
        <When at={quarantineUntil} as="second" /> <RelativeWhen at={quarantineUntil} />
      </dd>
      {paid !== null && (
        <>
          <dt>Balance before</dt>
          <dd>
            <Amount amount={balanceBefore} currency={paid} />
          </dd>
        </>
      )}
      {fee !== undefined && paid !== null && signOf(fee) !== 0 && (
        <>
          <dt>Largest fee</dt>
          <dd>
            <Amount amount={fee} currency={paid} />
          </dd>
        </>
      )}
    </>
  );
}
