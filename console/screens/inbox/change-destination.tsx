import { useRead } from '../../api/use-read.ts';
import { Address } from '../../approving/address.tsx';
import { AddressAge } from '../../approving/address-age.tsx';
import type { Destination } from '../../approving/instruction.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Status } from '../../display/status.tsx';
import { formatDuration } from '../../display/times.ts';
import { When } from '../../display/when.tsx';
import { destinationIn, newDestinationIds, type PolicyChange, subjectId } from './change.ts';
import { EarlierWithdrawals } from './earlier-withdrawals.tsx';
import classes from './inbox.module.css';

/** Where money could go that could not before: in full, with how long it has been known. */
export function ChangeDestination({ change }: { readonly change: PolicyChange }) {
  const accountIds = newDestinationIds(change);
  if (accountIds.length > 0)
    return accountIds.map((id) => <RuleDestination key={id} accountId={id} />);
  if (change.kind !== 'account') return null;
  const after = destinationIn(change.after);
  return after === null ? null : <AccountDestination change={change} after={after} />;
}

function RuleDestination({ accountId }: { readonly accountId: string }) {
  const account = useRead('/v1/accounts/{id}', { path: { id: accountId } });
  return (
    <section aria-label="Destination">
      <h3 className={classes.heading}>Where the rule sends to</h3>
      <Loaded query={account} lines={3}>
        {(destination) => (
          <>
            <Address destination={destination} />
            <AddressAge accountId={accountId} destination={destination} />
          </>
        )}
      </Loaded>
    </section>
  );
}

interface AccountDestinationProps {
  readonly change: PolicyChange;
  readonly after: Destination;
}

function AccountDestination({ change, after }: AccountDestinationProps) {
  const isNew = change.before === null;
  // The differences have every detail already, where one differs.
  const isShown = change.differences.some(({ field }) => field.startsWith('details'));
  return (
    <section aria-label="Destination">
      <h3 className={classes.heading}>Where money goes</h3>
      {!isShown && <Address destination={after} />}
      <p className={classes.age}>
        <Status
          state="new"
          tone="warn"
          text={`${isNew ? 'New' : 'Changed'}: compare it letter by letter`}
        />{' '}
        <span className={classes.quiet}>
          Proposed <When at={change.madeAt} />. <CoolingOff />
        </span>
      </p>
      {!isNew && <EarlierWithdrawals accountId={subjectId(change)} />}
    </section>
  );
}

/** How long nothing leaves for a new destination. */
function CoolingOff() {
  const controls = useRead('/v1/controls').data?.data;
  const seconds = controls?.accountCoolingOffSeconds;
  if (typeof seconds !== 'number') return null;
  return seconds === 0
    ? 'There is no cooling-off: money can leave for it as soon as it is approved.'
    : `Nothing leaves for it before ${formatDuration(seconds)} have passed.`;
}
