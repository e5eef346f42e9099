import { Link } from 'react-router';
import type { ReadResult } from '../../api/use-read.ts';
import { accountIdsOf } from '../../display/account-ids.ts';
import { AccountLinks } from '../../display/account-links.tsx';
import { Amount } from '../../display/amount.tsx';
import { compareAmounts, differenceOf } from '../../display/amounts.ts';
import { Limit } from '../../display/limit.tsx';
import { presentAmount } from '../../display/limit-text.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { useMay, useTenant } from '../../session/person.tsx';
import classes from './currency.module.css';

type Rules = NonNullable<ReadResult<'/v1/sweep-rules'>['data']>['data'];
type Rule = Rules['items'][number];

interface RulesPanelProps {
  readonly currency: string;
  readonly rules: ReadResult<'/v1/sweep-rules'>;
  readonly overview: ReadResult<'/v1/overview'>;
}

/** The rules that may sweep the currency: above what, how far that is, and when it happened last. */
export function RulesPanel({ currency, rules, overview }: RulesPanelProps) {
  const tenant = useTenant();
  const may = useMay();
  const balance = overview.data?.data.currencies.find(
    (each) => each.currency === currency,
  )?.balance;
  return (
    <Panel title="Rules">
      <Loaded query={rules}>
        {({ items, names }) =>
          items.length === 0 ? (
            <p className={classes.quiet}>
              No rule sweeps {currency}: it stays at the service.{' '}
              {may('createSweepRule') && <Link to={`/t/${tenant}/rules/new`}>Draft a rule</Link>}
            </p>
          ) : (
            <ul className={classes.cases}>
              {items.map((rule) => (
                <RuleEntry key={rule.id} rule={rule} accounts={names?.accounts} balance={balance} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface RuleEntryProps {
  readonly rule: Rule;
  readonly accounts: Readonly<Record<string, string>> | undefined;
  readonly balance: string | undefined;
}

function RuleEntry({ rule, accounts, balance }: RuleEntryProps) {
  const tenant = useTenant();
  const { id, label, currency, threshold, keep, enabled, into, activity } = rule;
  const { purpose, owner } = rule;
  const paidTo = accountIdsOf(rule);
  const { valued } = activity;
  const above = presentAmount(threshold, valued?.threshold);
  return (
    <li>
      <p className={classes.caseTitle}>
        <Link to={`/t/${tenant}/rules/${id}`}>
          <bdi>{label}</bdi>
        </Link>
        {!enabled && <Status state="disabled" text="switched off" />}
      </p>
      <p>
        Above <Limit limit={threshold} currency={currency} valued={valued?.threshold} />{' '}
        {paidTo.length === 0 ? (
          <>into {into}</>
        ) : (
          <>
            to <AccountLinks ids={paidTo} names={accounts} />
          </>
        )}
        ; <Limit limit={keep} currency={currency} valued={valued?.keep} /> stays.
      </p>
      {(purpose ?? owner) !== undefined && (
        <p className={classes.quiet}>
          <bdi>{[purpose, owner].filter((each) => each !== undefined).join(', ')}</bdi>
        </p>
      )}
      {balance !== undefined && enabled && above !== null && (
        <p className={classes.quiet}>
          <Distance balance={balance} threshold={above} currency={currency} />
        </p>
      )}
      <p className={classes.quiet}>
        Last sweep: <When at={activity.lastSweepAt} />
        {activity.failing !== undefined && `. ${failuresText(activity.failing.failures)}`}
        {activity.nextOccurrence !== null && (
          <>
            . Next: <When at={activity.nextOccurrence} as="minute" />
          </>
        )}
      </p>
    </li>
  );
}

function Distance(props: { balance: string; threshold: string; currency: string }) {
  const { balance, threshold, currency } = props;
  const isAbove = compareAmounts(balance, threshold) > 0;
  const [more, less] = isAbove ? [balance, threshold] : [threshold, balance];
  return (
    <>
      The balance is <Amount amount={differenceOf(more, less)} currency={currency} />{' '}
      {isAbove ? 'above' : 'below'} it.
    </>
  );
}

function failuresText(failures: number): string {
  return failures === 1
    ? 'One try after it did not leave'
    : `${failures} tries after it did not leave`;
}
