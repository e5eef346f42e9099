import { fieldLabel } from '../../../treasury/facts/sentences/field-label.ts';
import { Amount } from '../../display/amount.tsx';
import { answeredText } from '../../display/answered-amounts.ts';
import parts from '../../display/parts.module.css';
import { Status } from '../../display/status.tsx';
import { formatDuration } from '../../display/times.ts';
import { type ControlsField, FIELD_GROUPS, type FieldKind } from './controls-fields.ts';
import { codesOf, pairsOf, type Values, valuesOf } from './controls-values.ts';
import { counterpartiesOf } from './counterparties.ts';
import classes from './settings.module.css';
import type { Controls } from './types.ts';
import { zerosText } from './zero-balances.ts';
import { ZerosSeen } from './zeros-seen.tsx';

/** The controls as they stand, with what holds where nothing is set. */
export function ControlsFacts({ controls }: { readonly controls: Controls }) {
  const values = valuesOf(controls);
  return (
    <div className={classes.groups}>
      {FIELD_GROUPS.map(({ title, fields }) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <dl className={parts.facts}>
            {fields.map((field) => (
              <Fact key={field.path} field={field} values={values} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

interface FactProps {
  readonly field: ControlsField;
  readonly values: Values;
}

function Fact({ field, values }: FactProps) {
  return (
    <>
      <dt>{fieldLabel(field.path)}</dt>
      <dd>
        <Value field={field} values={values} />
      </dd>
    </>
  );
}

const ABSENT_TEXTS: Partial<Record<FieldKind, string>> = {
  modes: 'none',
  answered: answeredText(''),
  digits: 'none said: a cut amount blocks it',
};

function Value({ field, values }: FactProps) {
  const { kind, path, absent } = field;
  const set = values[path] ?? '';
  const text = set === '' ? (absent ?? '') : set;
  if (text === '') return <span className={parts.quiet}>{ABSENT_TEXTS[kind] ?? 'not set'}</span>;
  switch (kind) {
    case 'mode':
      return <Status state={text} />;
    case 'amount':
      return <Amount amount={text} currency={values.reportingCurrency ?? ''} />;
    case 'percent':
      return `${text} %`;
    case 'seconds':
      return text === '0' ? 'none' : formatDuration(Number.parseInt(text, 10));
    case 'answered':
      return answeredText(text);
    case 'zeros':
      return (
        <>
          {zerosText(text)}
          <ZerosSeen />
        </>
      );
    case 'switch':
      if (text === 'true') return 'yes';
      return path === 'automaticSettlement' ? 'no: two people do' : 'no';
    case 'list':
      return text.split(' ').join(', ');
    case 'amounts':
      return set === '' ? <span className={parts.quiet}>none</span> : <Pairs text={set} />;
    case 'digits':
      return pairsOf(text).map(([currency, digits]) => (
        <span key={currency} className={classes.pair}>
          {currency} {digits}
        </span>
      ));
    case 'modes':
      return pairsOf(text).map(([currency, mode]) => (
        <span key={currency} className={classes.pair}>
          {currency} <Status state={mode} />
        </span>
      ));
    case 'codes':
      return set === '' ? (
        <span className={parts.quiet}>none</span>
      ) : (
        codesOf(set).map(([name, code]) => (
          <span key={name} className={classes.pair}>
            {name} {code}
          </span>
        ))
      );
    case 'counterparties':
      return counterpartiesOf(text).map(({ name, per24Hours, per30Days }) => (
        <span key={name} className={classes.pair}>
          <bdi>{name}</bdi>{' '}
          {per24Hours !== '' && (
            <>
              <Amount amount={per24Hours} currency={values.reportingCurrency ?? ''} /> in 24 h{' '}
            </>
          )}
          {per30Days !== '' && (
            <>
              <Amount amount={per30Days} currency={values.reportingCurrency ?? ''} /> in 30 d
            </>
          )}
        </span>
      ));
    case 'code':
    case 'currency':
      return text;
    default:
      return kind satisfies never;
  }
}

function Pairs({ text }: { readonly text: string }) {
  return pairsOf(text).map(([currency, amount]) => (
    <span key={currency} className={classes.pair}>
      <Amount amount={amount} currency={currency} />
    </span>
  ));
}
