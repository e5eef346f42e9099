import type { ValuedLimit } from '../../display/limit-text.ts';
import type { Field } from './field.ts';
import type { Account } from './types.ts';

/** What a field of the editor is drawn from; an input of one kind takes a part of it. */
export interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  /** What is wrong with it; absent as long as the person has not been there. */
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly accounts: readonly Account[];
  /** Absent until it is known: then a limit can be an amount alone. */
  readonly reportingCurrency: string | undefined;
  /** What a value comes to at present prices. */
  readonly valued: ValuedLimit | undefined;
  readonly isFixed: boolean;
}
