import type { ValuedLimit } from '../../display/limit-text.ts';
import parts from '../../display/parts.module.css';
import { Panel } from '../../layout/page.tsx';
import type { Field } from './field.ts';
import { FieldInput } from './field-input.tsx';
import { placeIn, SECTIONS, type Section, sectionOf } from './field-texts.ts';
import classes from './rules.module.css';
import type { Account } from './types.ts';
import type { RuleForm } from './use-rule-form.ts';
import { applies } from './values.ts';

interface FormSectionsProps {
  readonly form: Pick<RuleForm, 'leave' | 'set' | 'shownProblems' | 'values'>;
  readonly fields: readonly Field[];
  /** What the API said of a field, by path. */
  readonly refused: Readonly<Record<string, string>>;
  readonly currencies: readonly string[];
  readonly accounts: readonly Account[];
  readonly reportingCurrency: string | undefined;
  /** What limits by value come to at present prices, by path. */
  readonly valued: Readonly<Record<string, ValuedLimit>>;
  readonly isNew: boolean;
  /** @default those of a sweep rule */
  readonly sections?: readonly Section[];
}

/** Every field of the kind of rule, in the parts that people think in. */
export function FormSections(props: FormSectionsProps) {
  const { form, fields, sections = SECTIONS } = props;
  const shown = fields.filter((field) => applies(field, form.values));
  return sections.map((section) => {
    const own = shown
      .filter(({ path }) => sectionOf(path, sections) === section.title)
      .toSorted((left, right) => placeIn(section, left.path) - placeIn(section, right.path));
    if (own.length === 0) return null;
    const inputs = (
      <div className={parts.fields}>
        {own.map((field) => (
          <Input key={field.path} field={field} {...props} />
        ))}
      </div>
    );
    if (section.isFolded !== true) {
      return (
        <Panel key={section.title} title={section.title}>
          {inputs}
        </Panel>
      );
    }
    const hasProblem = own.some(({ path }) => form.shownProblems[path] ?? props.refused[path]);
    return (
      <details key={section.title} className={classes.more} open={hasProblem || undefined}>
        <summary>{section.title}</summary>
        <div>{inputs}</div>
      </details>
    );
  });
}

function Input({
  field,
  form,
  refused,
  currencies,
  accounts,
  reportingCurrency,
  valued,
  isNew,
}: FormSectionsProps & { readonly field: Field }) {
  const { path } = field;
  return (
    <FieldInput
      field={field}
      value={form.values[path] ?? ''}
      error={form.shownProblems[path] ?? refused[path]}
      onChange={(text) => form.set(path, text)}
      onLeave={() => form.leave(path)}
      currency={form.values.currency ?? ''}
      currencies={currencies}
      accounts={accounts}
      reportingCurrency={reportingCurrency}
      valued={valued[path]}
      isFixed={!isNew && path === 'id'}
    />
  );
}
