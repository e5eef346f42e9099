import { Select } from '@mantine/core';
import { CommentField } from '../../display/comment-field.tsx';
import { KIND_TEXTS, KINDS } from './break-texts.ts';
import type { DecisionText } from './use-decision-draft.ts';

interface DecisionFieldsProps {
  readonly text: DecisionText;
  readonly write: (part: Partial<DecisionText>) => void;
  /** An explanation says what it was; a closing only why it is right. */
  readonly hasKind: boolean;
}

const KIND_CHOICES = KINDS.map((kind) => ({ value: kind, label: KIND_TEXTS[kind] }));

/** What is said of a break: what it was, and how that is known. */
export function DecisionFields({ text, write, hasKind }: DecisionFieldsProps) {
  return (
    <>
      {hasKind && (
        <Select
          label="What it was"
          required
          data={KIND_CHOICES}
          value={text.kind}
          allowDeselect={false}
          onChange={(chosen) => write({ kind: KINDS.find((kind) => kind === chosen) ?? null })}
        />
      )}
      <CommentField
        label="How you know"
        description="What you looked at, and where. The audit log keeps it."
        isRequired
        value={text.comment}
        onChange={(text) => write({ comment: text })}
      />
    </>
  );
}
