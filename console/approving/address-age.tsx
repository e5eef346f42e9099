import { useRead } from '../api/use-read.ts';
import { SideBySide } from '../display/side-by-side.tsx';
import { Status } from '../display/status.tsx';
import { useNow } from '../display/use-now.ts';
import { When } from '../display/when.tsx';
import { useMay } from '../session/person.tsx';
import { type AccountDates, addressHistory, isNewAddress } from './address-history.ts';
import classes from './approving.module.css';
import { destinationDifferences } from './differences.ts';
import type { Destination } from './instruction.ts';

/** Confirmed withdrawals that are looked at for what went to an address before. */
const MOST_PAYMENTS = 50;

/** Milliseconds between two looks at what changes by the day. */
const SLOW_MS = 60_000;

const UNKNOWN_DATES: AccountDates = { registeredAt: null, changedAt: null };

interface AddressAgeProps {
  readonly accountId: string;
  readonly destination: Destination;
  /** When the withdrawal was written down that this is about: only what was before counts. Absent: now. */
  readonly before?: string;
  /** Whether there is something to agree to yet; afterwards nothing is compared any more. @default true */
  readonly isOpen?: boolean;
}

/** How long an address has been known, what went there before, and whether the register has changed it since. */
export function AddressAge({ accountId, destination, before, isOpen = true }: AddressAgeProps) {
  const now = useNow();
  const dates = useAccountDates(accountId);
  const query = { account: accountId, state: ['confirmed' as const], limit: MOST_PAYMENTS };
  const payments = useRead('/v1/withdrawals', { query }, { everyMs: SLOW_MS });
  const account = useRead('/v1/accounts/{id}', { path: { id: accountId } });
  const page = payments.data?.data;
  const history =
    page &&
    addressHistory(destination, page.items, { before: before ?? null, isCut: page.next !== null });
  const changed =
    account.data === undefined ? [] : destinationDifferences(destination, account.data.data);
  return (
    <div className={classes.age}>
      {history === undefined || dates === undefined ? (
        <p className={classes.quiet}>
          {payments.error === null
            ? 'What went there before is being read…'
            : 'What went there before cannot be read at the moment.'}
        </p>
      ) : (
        <>
          <p>
            {!isOpen ? (
              history.payments === 0 && (
                <Status state="first" text="The first withdrawal to this address" />
              )
            ) : isNewAddress(history, dates ?? UNKNOWN_DATES, now) ? (
              <Status state="new" tone="warn" text="New: compare it letter by letter" />
            ) : (
              <Status state="known" tone="good" text="Known address" />
            )}
          </p>
          <p className={classes.quiet}>
            <Payments {...history} />. {dates !== null && <Registered {...dates} />}
          </p>
        </>
      )}
      {isOpen && changed.length > 0 && (
        <div className={classes.warning} role="alert">
          <p>
            The register has another destination by now than this was asked for. It cannot be
            approved: decline it, and have it asked for again.
          </p>
          <SideBySide
            label="What differs"
            differences={changed}
            sides={['Asked for', 'Registered now']}
          />
        </div>
      )}
    </div>
  );
}

function Payments({ payments, firstAt, lastAt, isCut }: ReturnType<typeof addressHistory>) {
  if (payments === 0) return 'No withdrawal to this address was confirmed before';
  const isOne = payments === 1 && !isCut;
  return (
    <>
      {isCut && 'At least '}
      {payments} confirmed {payments === 1 ? 'withdrawal' : 'withdrawals'} to it before
      {!isOne && !isCut && (
        <>
          , the first <When at={firstAt} as="day" />
        </>
      )}
      , {!isOne && 'the last '}
      <When at={lastAt} as="day" />
    </>
  );
}

function Registered({ registeredAt, changedAt }: AccountDates) {
  if (registeredAt === null) return 'The account came with the first policy.';
  return (
    <>
      The account was registered <When at={registeredAt} />
      {changedAt !== null && (
        <>
          , and changed <When at={changedAt} />
        </>
      )}
      .
    </>
  );
}

/** From the audit log; undefined until it has answered, null for those who may not read it. */
function useAccountDates(accountId: string): AccountDates | null | undefined {
  const may = useMay()('listAuditEntries');
  const subject = `account:${accountId}`;
  const options = { isEnabled: may, everyMs: SLOW_MS };
  const first = useRead('/v1/audit', { query: { subject, sort: 'oldest', limit: 1 } }, options);
  const last = useRead('/v1/audit', { query: { subject, limit: 2 } }, options);
  if (!may) return null;
  if (first.data === undefined || last.data === undefined) return undefined;
  const [oldest] = first.data.data.items;
  const [newest] = last.data.data.items;
  const registeredAt = oldest?.at ?? null;
  return {
    registeredAt,
    changedAt: newest === undefined || newest.at === registeredAt ? null : newest.at,
  };
}
