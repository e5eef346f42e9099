import { Grouped } from '../../approving/address.tsx';
import { isComparedInGroups } from '../../approving/address-history.ts';
import { Identifier } from '../../display/identifier.tsx';
import { contentText, type PolicyChange } from './change.ts';
import { fieldText, valueText } from './change-fields.ts';
import classes from './inbox.module.css';

/** Every field that differs, old and new beside each other, with why it lets more leave. */
export function ChangeDifferences({ change }: { readonly change: PolicyChange }) {
  const { differences, before, widens } = change;
  if (differences.length === 0) {
    return <p>{widens.join('; ') || 'Nothing of its content differs.'}</p>;
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.differences}>
        <caption className={classes.hidden}>What differs</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{before === null ? 'Before' : 'Until now'}</th>
            <th scope="col">From then on</th>
            <th scope="col">Why a second person</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((each) => (
            <tr key={each.field} data-widens={each.widens !== null || undefined}>
              <th scope="row" title={each.field}>
                {fieldText(each.field)}
              </th>
              <td>
                <Value change={change} field={each.field} value={each.before} />
              </td>
              <td>
                <Value change={change} field={each.field} value={each.after} />
              </td>
              <td className={classes.quiet}>
                <bdi>{each.widens ?? 'lets no more leave'}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ValueProps {
  readonly change: PolicyChange;
  readonly field: string;
  readonly value: unknown;
}

function Value({ change, field, value }: ValueProps) {
  const { kind, after, names } = change;
  if (field === 'withdrawalAccountId' && typeof value === 'string') {
    return <Identifier id={value} label={names?.accounts[value]} />;
  }
  const isAddress = kind === 'account' && /^(details|id)/.test(field);
  if (isAddress && typeof value === 'string' && isComparedInGroups(value)) {
    return <Grouped text={value} />;
  }
  const currency =
    kind === 'rule' || kind === 'matching-rule' ? contentText(after, 'currency') : null;
  const text = valueText(value, { field, currency });
  return value === null ? <span className={classes.quiet}>{text}</span> : <bdi>{text}</bdi>;
}
