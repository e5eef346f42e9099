import { Button, Fieldset, Select, TextInput } from '@mantine/core';
import parts from '../../display/parts.module.css';
import type { FieldInputProps } from './field-input-props.ts';
import classes from './rules.module.css';
import {
  MOST_PARTS,
  NEW_SPLIT,
  readSplit,
  type SplitForm,
  type SplitKind,
  type SplitRow,
  writeSplit,
} from './split-text.ts';

type SplitInputProps = Pick<
  FieldInputProps,
  'field' | 'value' | 'error' | 'onChange' | 'onLeave' | 'currency' | 'accounts'
>;

const KINDS = [
  { value: 'none', label: 'All to the account above' },
  { value: 'weights', label: 'By percentages' },
  { value: 'amounts', label: 'By amounts, in order' },
];

/** Among which accounts a sweep is divided: the first part goes to the account above. */
export function SplitInput(props: SplitInputProps) {
  const { field, value, error, onChange } = props;
  const form = readSplit(value);
  const choose = (kind: string | null) => onChange(writeSplit(ofKind(form, kind)));
  const change = (rows: readonly SplitRow[]) => {
    if (form !== null) onChange(writeSplit({ ...form, rows }));
  };
  return (
    <Fieldset legend={field.label} className={classes.split ?? ''}>
      <Select
        label="How it is divided"
        description={field.help}
        data={KINDS}
        value={form?.kind ?? 'none'}
        allowDeselect={false}
        onChange={choose}
        error={error ?? null}
      />
      {form?.rows.map((row, index) => (
        <PartInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the order.
          key={index}
          {...props}
          {...{ row, index, form }}
          onRow={(next) => change(form.rows.map((each, at) => (at === index ? next : each)))}
          onRemove={() => change(form.rows.filter((_, at) => at !== index))}
        />
      ))}
      {form !== null && form.rows.length < MOST_PARTS && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => change([...form.rows, { account: '', size: '' }])}
        >
          Another account
        </Button>
      )}
    </Fieldset>
  );
}

function ofKind(form: SplitForm | null, kind: string | null): SplitForm | null {
  if (kind !== 'weights' && kind !== 'amounts') return null;
  if (form === null) return kind === 'weights' ? NEW_SPLIT : withoutSizes(NEW_SPLIT, kind);
  return form.kind === kind ? form : withoutSizes(form, kind);
}

/** A percentage is no amount: nothing that was typed is taken for the other. */
function withoutSizes({ rows }: SplitForm, kind: SplitKind): SplitForm {
  return { kind, rows: rows.map(({ account }) => ({ account, size: '' })) };
}

interface PartInputProps extends SplitInputProps {
  readonly form: SplitForm;
  readonly row: SplitRow;
  readonly index: number;
  readonly onRow: (row: SplitRow) => void;
  readonly onRemove: () => void;
}

function PartInput(props: PartInputProps) {
  const { form, row, index, onRow, onRemove, onLeave, currency, accounts } = props;
  const number = index + 1;
  const isRest = form.kind === 'amounts' && number === form.rows.length;
  const data = accounts
    .filter(
      (account) => currency === '' || account.currency === currency || account.id === row.account,
    )
    .map(({ id, label, network }) => ({ value: id, label: `${label} (${network})` }));
  return (
    <div className={classes.part}>
      {index === 0 ? (
        <p className={parts.text}>Part 1 goes to the account above.</p>
      ) : (
        <Select
          label={`Account of part ${number}`}
          searchable
          data={data}
          value={row.account === '' ? null : row.account}
          onChange={(account) => onRow({ ...row, account: account ?? '' })}
          onBlur={onLeave}
          nothingFoundMessage="No account of this currency is registered."
        />
      )}
      {isRest ? (
        <p className={parts.text}>Part {number} gets the rest.</p>
      ) : (
        <TextInput
          label={`${form.kind === 'weights' ? 'Percentage' : 'Amount'} of part ${number}`}
          value={row.size}
          inputMode="decimal"
          autoComplete="off"
          rightSection={
            <span className={parts.small}>{form.kind === 'weights' ? '%' : currency}</span>
          }
          rightSectionWidth={UNIT_WIDTH}
          onChange={({ currentTarget }) => onRow({ ...row, size: currentTarget.value })}
          onBlur={onLeave}
        />
      )}
      {index > 0 && form.rows.length > NEW_SPLIT.rows.length && (
        <Button size="compact-sm" variant="default" onClick={onRemove}>
          Remove part {number}
        </Button>
      )}
    </div>
  );
}

/** Pixels for the longest usual code. */
const UNIT_WIDTH = 52;
