import { Identifier } from '../../display/identifier.tsx';
import { SideBySide, shownValue } from '../../display/side-by-side.tsx';
import { contentText, type PolicyChange } from './change.ts';
import { valueText } from './change-fields.ts';
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
        <SideBySide
          label={isNew ? 'What is new' : 'What differs'}
          sides={[isNew ? null : 'Until now', 'From then on']}
          differences={isNew ? differences.map(withoutEffect) : differences}
          show={(field, value) => shownIn(change, field, value)}
        />
      )}
    </>
  );
}

type Difference = PolicyChange['differences'][number];

/** All of something new lets more leave: its title says so once. */
function withoutEffect({ field, before, after }: Difference): Omit<Difference, 'widens'> {
  return { field, before, after };
}

/** A value as the change knows it: accounts by name, amounts in the currency of the rule. */
function shownIn({ kind, after, names }: PolicyChange, field: string, value: unknown) {
  if (field === 'withdrawalAccountId' && typeof value === 'string') {
    return <Identifier id={value} label={names?.accounts[value]} />;
  }
  if (value === null) return 'nothing';
  if (kind === 'account' && field.startsWith('details')) return shownValue(field, value);
  const currency = contentText(after, kind === 'controls' ? 'reportingCurrency' : 'currency');
  return <bdi>{valueText(value, { field, currency })}</bdi>;
}
