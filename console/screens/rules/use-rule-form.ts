import { useCallback, useMemo, useState } from 'react';
import { idFrom } from '../../proposing/id-from.ts';
import { useDraft } from '../../session/use-draft.ts';
import type { Field } from './field.ts';
import type { RuleBody } from './types.ts';
import { bodyOf, problemsOf, type Values } from './values.ts';

/** What the form rests on: the version that was read when it was begun. */
export interface Base {
  readonly etag: string | null;
  /** The texts of that version; null for a new rule. */
  readonly values: Values | null;
}

interface Kept {
  readonly values: Values;
  readonly base: Base;
}

export interface RuleForm<Body = RuleBody> extends Kept {
  readonly set: (path: string, text: string) => void;
  /** Marks a field as left: from then on it says what is wrong with it. */
  readonly leave: (path: string) => void;
  readonly problems: Readonly<Record<string, string>>;
  /** The problems of the fields that were left. */
  readonly shownProblems: Readonly<Record<string, string>>;
  readonly showAll: () => void;
  /** The rule as the API takes it; null as long as something is wrong. */
  readonly body: Body | null;
  /** Goes on with another version below what was typed. */
  readonly rebase: (base: Base) => void;
  readonly startAgain: () => void;
  readonly forget: () => void;
  /** Whether it begins with what the person had typed before. */
  readonly isRestored: boolean;
}

/** The texts of a rule's form, kept as a draft of the person until they are sent. */
export function useRuleForm<Body = RuleBody>(
  name: string,
  fields: readonly Field[],
  initial: Kept,
): RuleForm<Body> {
  const draft = useDraft(name);
  const restored = useMemo(() => keptOf(draft.initial), [draft.initial]);
  const [kept, setKept] = useState<Kept>(restored ?? initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set(restored ? pathsOf(fields) : []));
  const { keep, forget } = draft;
  const { values, base } = kept;

  const change = useCallback(
    (next: Kept) => {
      setKept(next);
      keep(next);
    },
    [keep],
  );
  const problems = useMemo(() => problemsOf(fields, values), [fields, values]);
  const shownProblems = useMemo(
    () => Object.fromEntries(Object.entries(problems).filter(([path]) => left.has(path))),
    [problems, left],
  );
  const isWhole = Object.keys(problems).length === 0;
  // The schema made the fields, and the API checks what comes of them.
  const body = useMemo(
    () => (isWhole ? (bodyOf(fields, values) as unknown as Body) : null),
    [isWhole, fields, values],
  );
  return {
    ...{ values, base, problems, shownProblems, body, isRestored: restored !== null },
    set: (path, text) => change({ base, values: withText(values, path, text, base) }),
    leave: (path) => setLeft((before) => new Set([...before, path])),
    showAll: () => setLeft(new Set(pathsOf(fields))),
    rebase: (next) => change({ values, base: next }),
    startAgain: () => {
      forget();
      setKept(initial);
      setLeft(new Set());
    },
    forget,
  };
}

/** The id of a new rule follows its name until it has been written by hand. */
function withText(values: Values, path: string, text: string, base: Base): Values {
  const next = { ...values, [path]: text };
  const { id = '', label = '' } = values;
  const follows = path === 'label' && base.values === null && (id === '' || id === idFrom(label));
  return follows ? { ...next, id: idFrom(text) } : next;
}

function pathsOf(fields: readonly Field[]): readonly string[] {
  return fields.map(({ path }) => path);
}

/** A draft of this very form; anything else that lies there is left alone. */
function keptOf(content: unknown): Kept | null {
  if (typeof content !== 'object' || content === null) return null;
  const values = textsOf(Reflect.get(content, 'values'));
  const base: unknown = Reflect.get(content, 'base');
  if (values === null || typeof base !== 'object' || base === null) return null;
  const etag: unknown = Reflect.get(base, 'etag');
  return {
    values,
    base: {
      etag: typeof etag === 'string' ? etag : null,
      values: textsOf(Reflect.get(base, 'values')),
    },
  };
}

function textsOf(content: unknown): Values | null {
  if (typeof content !== 'object' || content === null) return null;
  const texts = Object.entries(content).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts);
}
