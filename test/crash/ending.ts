import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Books } from './books/books.ts';
import { executedOf, matchPosts } from './books/match.ts';
import type { CrashPoint, Ending } from './points/crash-point.ts';
import { OTHER_CURRENCY, TARGET_CURRENCY } from './policy.ts';

/** What a caller is told of a trade in each of the states that it can end in. */
const ANSWERS: Readonly<Record<string, string>> = {
  confirmed: '201',
  unknown: '202',
  rejected: '502',
};

/** What is known beside the books. */
export interface Witnessed {
  /** What the caller was told. */
  readonly answer: string | null;
  /** Ids of the instructions that were being sent when everything ended. */
  readonly cutOff: ReadonlySet<string>;
}

/** What became of the target, and what of that is not as it must be. */
export function endingOf(
  point: CrashPoint,
  books: Books,
  { answer, cutOff }: Witnessed,
): { readonly ending: Ending | null; readonly problems: readonly string[] } {
  const target = targetOf(point, books);
  if (target === undefined) return { ending: null, problems: ['there is no instruction'] };
  const ending = seen(books, target);
  const wanted = point.endings.map((each) => JSON.stringify(each));
  const problems = [
    ...(wanted.includes(JSON.stringify(ending))
      ? []
      : [`${JSON.stringify(ending)} is none of ${wanted}`]),
    ...(point.work === 'trade' ? aboutAnswer(ending, answer) : aboutOther(books, cutOff)),
  ];
  return { ending, problems };
}

function targetOf({ work }: CrashPoint, { instructions }: Books): Instruction | undefined {
  return instructions
    .filter(({ content }) =>
      work === 'trade'
        ? content.kind === 'trade'
        : content.kind === 'withdrawal' && content.currency === TARGET_CURRENCY,
    )
    .sort((left, right) => left.createdAt.localeCompare(right.createdAt))[0];
}

function seen(books: Books, target: Instruction): Ending {
  const { matched } = matchPosts(books);
  const posts = matched.find(({ instruction }) => instruction === target)?.posts ?? [];
  return {
    posts: posts.length as Ending['posts'],
    executed: posts.flatMap((post) => executedOf(books.service, post)).length as Ending['executed'],
    recorded: target.status.state,
  };
}

/**
 * What has nothing to do with the target goes on: the other sweep is sent, once, and confirmed; but where the
 * death has cut it off, which takes a busy machine, what became of it is as unknown as the target's would be. One
 * more may have been decided on balances from before, and is cancelled as soon as they are read again.
 */
function aboutOther(books: Books, cutOff: ReadonlySet<string>): readonly string[] {
  const others = books.instructions.filter(
    ({ content, status }) =>
      content.kind === 'withdrawal' &&
      content.currency === OTHER_CURRENCY &&
      status.state !== 'cancelled',
  );
  const states = others.map(({ id, status }) =>
    status.state === 'unknown' && cutOff.has(id) ? 'cut off' : status.state,
  );
  const said = states.join();
  return said === 'confirmed' || said === 'cut off' ? [] : [`the other sweep: ${said || 'none'}`];
}

/** Whoever asked for the trade and asked again hears what is on record. */
function aboutAnswer({ recorded }: Ending, answer: string | null): readonly string[] {
  return ANSWERS[recorded] === answer ? [] : [`${recorded}, and the caller was told ${answer}`];
}
