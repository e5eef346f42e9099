import { idOf } from './interning.ts';

/** More than there are ever different lanes and instructions; three of them fit into one number. */
const IDS = 2 ** 17;

type Answers<T> = Map<string | number, T>;

/** Answers to one kind of question, by whose decisions they are, what they are about, and what was asked. */
export type Memo<T> = (
  decisions: object,
  about: readonly object[],
  question: string | number,
  answer: () => T,
) => T;

/** The project's reducers are pure: each distinct question is put to them once. */
export function memoOf<T>(): Memo<T> {
  const given = new WeakMap<object, Map<number, Answers<T>>>();
  return (decisions, about, question, answer) => {
    const answers = answersOn(given, decisions, about);
    const known = answers.get(question);
    if (known !== undefined || answers.has(question)) return known as T;
    const found = answer();
    answers.set(question, found);
    return found;
  };
}

function answersOn<T>(
  given: WeakMap<object, Map<number, Answers<T>>>,
  decisions: object,
  about: readonly object[],
): Answers<T> {
  let subject = 0;
  for (const each of about) {
    const id = idOf(each);
    if (id >= IDS) throw new RangeError(`${id} different values: two questions might be one`);
    subject = subject * IDS + id;
  }
  let subjects = given.get(decisions);
  if (subjects === undefined) {
    subjects = new Map();
    given.set(decisions, subjects);
  }
  let answers = subjects.get(subject);
  if (answers === undefined) {
    answers = new Map();
    subjects.set(subject, answers);
  }
  return answers;
}
