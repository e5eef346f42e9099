import { Textarea } from '@mantine/core';

/** Characters that the API takes of a comment. */
const LONGEST = 1_000;

interface CommentFieldProps {
  readonly label: string;
  /** Who reads it. */
  readonly description: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Takes the focus of its dialog. @default false */
  readonly isFirst?: boolean;
}

/** What a person writes beside a request or a decision: it grows with its text. */
export function CommentField({
  label,
  description,
  isRequired,
  value,
  onChange,
  isFirst = false,
}: CommentFieldProps) {
  return (
    <Textarea
      label={label}
      description={description}
      required={isRequired}
      {...(isFirst && { 'data-autofocus': true })}
      autosize
      minRows={2}
      maxLength={LONGEST}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
