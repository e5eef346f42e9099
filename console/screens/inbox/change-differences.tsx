import { Grouped } from '../../approving/address.tsx';
import { isComparedInGroups } from '../../approving/address-history.ts';
import { leavesOf } from '../../approving/differences.ts';
import { Identifier } from '../../display/identifier.tsx';
import { contentText, type PolicyChange } from './change.ts';
import { fieldText, valueText } from './change-fields.ts';
import classes from './inbox.module.css';

/** Every field that differs, old and new beside each other, with why it lets more leave. */
export function ChangeDifferences({ change }: { readonly change: PolicyChange }) {
  const { differences, before, widens } = change;
  const isNew = before === null;
  // Of something new the first is that it is new, which its title says.
  const notes = isNew ? widens.slice(1) : differences.length === 0 ? widens : [];
  return (
    <>
      {notes.length > 0 && (
        <p className={classes.why}>
          <bdi>{notes.join('; ')}</bdi>
        </p>
      )}
      {differences.length > 0 && (
        <table className={classes.differences}>
          <caption className={classes.hidden}>{isNew ? 'What is new' : 'What differs'}</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {!isNew && <th scope="col">Until now</th>}
              <th scope="col">From then on</th>
              {!isNew && <th scope="col">Why a second person</th>}
            </tr>
          </thead>
          <tbody>
            {differences.map((each) => (
              <Row key={each.field} change={change} difference={each} isNew={isNew} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface RowProps {
  readonly change: PolicyChange;
  readonly difference: PolicyChange['differences'][number];
  readonly isNew: boolean;
}

function Row({ change, difference, isNew }: RowProps) {
  const { field, before, after, widens } = difference;
  return (
    <tr>
      <th scope="row" title={field}>
        {fieldText(field)}
      </th>
      {!isNew && (
        <td data-label="Until now">
          <Value change={change} field={field} value={before} />
        </td>
      )}
      <td
        data-label="From then on"
        className={widens !== null && !isNew ? classes.widens : undefined}
      >
        <Value change={change} field={field} value={after} />
      </td>
      {!isNew && (
        <td className={classes.quiet}>
          <bdi>{widens ?? 'lets no more leave'}</bdi>
        </td>
      )}
    </tr>
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
  if (kind === 'account' && field.startsWith('details')) return <Details value={value} />;
  const currency = contentText(after, kind === 'controls' ? 'reportingCurrency' : 'currency');
  const text = valueText(value, { field, currency });
  return value === null ? <span className={classes.quiet}>{text}</span> : <bdi>{text}</bdi>;
}

/** Where money goes, of an account: each detail, in groups where it is compared letter by letter. */
function Details({ value }: { readonly value: unknown }) {
  const leaves = [...leavesOf(value)];
  return leaves.map(([path, text]) => (
    <div key={path}>
      {path !== '' && <span className={classes.quiet}>{fieldText(path)} </span>}
      {isComparedInGroups(text) ? <Grouped text={text} /> : <bdi>{text}</bdi>}
    </div>
  ));
}
