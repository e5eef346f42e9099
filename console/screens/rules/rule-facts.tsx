import { Link } from 'react-router';
import { ruleSentence } from '../../../treasury/facts/sentences/rule.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Limit } from '../../display/limit.tsx';
import { limitOf, type ValuedLimit } from '../../display/limit-text.ts';
import parts from '../../display/parts.module.css';
import { Said } from '../../display/said.tsx';
import { formatDuration } from '../../display/times.ts';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { useOverview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import { BudgetBars } from './budget-bars.tsx';
import { entriesOf } from './entries.ts';
import type { Field } from './field.ts';
import { choiceText } from './field-texts.ts';
import { NextRun } from './next-run.tsx';
import { RuleState } from './rule-state.tsx';
import classes from './rules.module.css';
import { readSplit } from './split-text.ts';
import type { ListedRule, Rule } from './types.ts';
import { applies, type Values, valuesOf } from './values.ts';

interface RuleFactsProps {
  readonly rule: Rule;
  readonly fields: readonly Field[];
  readonly accounts: Readonly<Record<string, string>>;
}

/** Rules of one answer: more than a policy may have. */
const ALL = { query: { limit: 200 } } as const;

/** A rule in plain words, where it stands at this moment, and each of its settings. */
export function RuleFacts({ rule, fields, accounts }: RuleFactsProps) {
  const values = valuesOf(fields, rule);
  const rules = useRead('/v1/sweep-rules', ALL);
  const listed = rules.data?.data.items.find(({ id }) => id === rule.id);
  return (
    <div className={classes.even}>
      <div>
        <Panel title="What it does">
          <p className={classes.sentence}>
            <Said sentence={ruleSentence(rule)} accounts={accounts} />
          </p>
        </Panel>
        <CurrentReason id={rule.id} />
      </div>
      <Panel title="Settings" aside={`version ${rule.version}`}>
        <dl className={classes.facts}>
          {fields
            .filter((field) => applies(field, values) && field.path !== 'id')
            .map((field) => (
              <Setting
                key={field.path}
                field={field}
                values={values}
                accounts={accounts}
                valued={valuedOf(listed?.activity.valued, field.path)}
              />
            ))}
        </dl>
      </Panel>
    </div>
  );
}

function CurrentReason({ id }: { readonly id: string }) {
  const rules = useRead('/v1/sweep-rules', ALL);
  const spans = useRead('/v1/decisions/spans', { query: { limit: 200 } });
  const overview = useOverview();
  const listed = rules.data?.data.items.find((each) => each.id === id);
  if (listed === undefined) return null;
  const { activity } = listed;
  return (
    <Panel title="At this moment">
      <dl className={classes.facts}>
        <dt>State</dt>
        <dd>
          <RuleState
            rule={listed}
            span={
              spans.data === undefined
                ? null
                : spans.data.data.items.find(({ ruleId }) => ruleId === id)
            }
            proposals={0}
          />
        </dd>
        <dt>Next run</dt>
        <dd>
          <NextRun rule={listed} health={overview.data?.data.health} />
        </dd>
        <dt>Last sweep</dt>
        <dd>
          <When at={activity.lastSweepAt} />
        </dd>
        {activity.failing !== undefined && (
          <>
            <dt>Did not leave, in a row</dt>
            <dd>
              {activity.failing.failures}: <bdi>{activity.failing.summary}</bdi>
            </dd>
          </>
        )}
        {activity.restsUntil !== undefined && (
          <>
            <dt>Rests until</dt>
            <dd>
              <When at={activity.restsUntil} as="minute" />
            </dd>
          </>
        )}
        <dt>Used budgets</dt>
        <dd>
          <BudgetBars rule={listed} />
        </dd>
      </dl>
    </Panel>
  );
}

type Valued = ListedRule['activity']['valued'];

/** By the last part of the path: "per24Hours" of "budgets.per24Hours". */
function valuedOf(valued: Valued, path: string): ValuedLimit | undefined {
  const name = path.split('.').at(-1) ?? '';
  return Object.entries(valued ?? {}).find(([field]) => field === name)?.[1];
}

interface SettingProps {
  readonly field: Field;
  readonly values: Values;
  readonly accounts: Readonly<Record<string, string>>;
  /** What it comes to at present prices, for a limit by value. */
  readonly valued: ValuedLimit | undefined;
}

function Setting({ field, values, accounts, valued }: SettingProps) {
  const tenant = useTenant();
  const { path, kind, label, absent } = field;
  const text = values[path];
  const value = () => {
    if (text === undefined) {
      return <span className={parts.quiet}>{absent === undefined ? 'none' : absent}</span>;
    }
    switch (kind) {
      case 'amount':
        return <Limit limit={limitOf(text)} currency={values.currency ?? ''} valued={valued} />;
      case 'percent':
        return `${text} %`;
      case 'seconds':
        return formatDuration(Number.parseInt(text, 10));
      case 'switch':
        return text === 'true' ? 'yes' : 'no';
      case 'calendars':
        return entriesOf(text).join(', ');
      case 'choice':
        return choiceText(path, text);
      case 'choices':
        return text.replaceAll(',', ', ');
      case 'account':
        return (
          <Link to={`/t/${tenant}/accounts/${text}`}>
            <bdi>{accounts[text] ?? text}</bdi>
          </Link>
        );
      case 'split':
        return <Split text={text} values={values} accounts={accounts} />;
      case 'currency':
        return <Link to={`/t/${tenant}/holdings/${text}`}>{text}</Link>;
      case 'text':
      case 'time-zone':
      case 'whole-number':
        return <bdi>{text}</bdi>;
      default:
        return kind satisfies never;
    }
  };
  return (
    <>
      <dt title={field.help}>{label}</dt>
      <dd>{value()}</dd>
    </>
  );
}

/** Which part goes where, one line each. */
function Split({
  text,
  values,
  accounts,
}: Pick<SettingProps, 'values' | 'accounts'> & { readonly text: string }) {
  const tenant = useTenant();
  const form = readSplit(text);
  if (form === null) return null;
  return (
    <ol className={classes.parts}>
      {form.rows.map(({ account, size }) => (
        <li key={account}>
          {form.kind === 'weights' && `${size} %`}
          {form.kind === 'amounts' &&
            (size === '' ? 'the rest' : <Amount amount={size} currency={values.currency ?? ''} />)}
          {' to '}
          <Link to={`/t/${tenant}/accounts/${account}`}>
            <bdi>{accounts[account] ?? account}</bdi>
          </Link>
        </li>
      ))}
    </ol>
  );
}
