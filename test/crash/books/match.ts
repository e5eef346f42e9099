import * as z from 'zod';
import type { JournalEntry, SandboxState } from '../../../sandbox/index.ts';
import type { Content, Instruction } from '../../../treasury/instructions/instruction.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import type { Books } from './books.ts';

/** An instruction and the requests that were made for it. */
export interface Matched {
  readonly instruction: Instruction;
  readonly posts: readonly JournalEntry[];
}

/** What a request asks for, or what was carried out. */
type Asked =
  | { readonly kind: 'withdrawal'; readonly withdrawalAccountId: string; readonly amount: string }
  | {
      readonly kind: 'trade';
      readonly instrument: string;
      readonly side: string;
      readonly price: string;
      readonly amount: string;
    };

/** One request as the service carried it out; a withdrawal may have several parts. */
export interface Executed {
  readonly ids: readonly string[];
  readonly content: Asked;
}

const withdrawalBody = z.object({ withdrawalAccountId: z.string(), amount: z.string() });
const tradeBody = z.object({
  instrument: z.string(),
  side: z.string(),
  price: z.string(),
  amount: z.string(),
});

/**
 * Finds the instruction of every POST: the one of the same content that was claimed last before it.
 * Of a POST that did not arrive whole, only the time says whose it is.
 */
export function matchPosts({ posts, instructions }: Pick<Books, 'posts' | 'instructions'>): {
  readonly matched: readonly Matched[];
  readonly unmatched: readonly JournalEntry[];
} {
  const owners = new Map(posts.map((post) => [post, ownerOf(post, instructions)]));
  return {
    matched: instructions.map((instruction) => ({
      instruction,
      posts: posts.filter((post) => owners.get(post) === instruction),
    })),
    unmatched: posts.filter((post) => owners.get(post) === undefined),
  };
}

function ownerOf(
  post: JournalEntry,
  instructions: readonly Instruction[],
): Instruction | undefined {
  const asked = askedIn(post);
  return instructions
    .filter(({ content }) => asked === null || isSamePost(content, asked))
    .flatMap((instruction) => {
      const claimedAt = claimedAtOf(instruction);
      return claimedAt === null || claimedAt > post.receivedAt ? [] : [{ instruction, claimedAt }];
    })
    .sort((left, right) => right.claimedAt.localeCompare(left.claimedAt))[0]?.instruction;
}

/** When the claim was written; null where there never was one: then no request may exist. */
function claimedAtOf({ history }: Instruction): string | null {
  return history.find(({ state }) => state === 'sending')?.at ?? null;
}

/** Null where the request did not arrive whole. */
function askedIn({ path, body }: JournalEntry): Asked | null {
  const json = parseJson(body ?? '');
  const parsed = path === '/v1/trades' ? tradeBody.safeParse(json) : withdrawalBody.safeParse(json);
  if (!parsed.success) return null;
  return path === '/v1/trades'
    ? { kind: 'trade', ...tradeBody.parse(json) }
    : { kind: 'withdrawal', ...withdrawalBody.parse(json) };
}

/** The same account and the same amount, or the same trade: in value, to the last digit. */
export function isSamePost(content: Content, asked: Asked): boolean {
  if (!new Decimal(content.amount).equals(asked.amount)) return false;
  if (content.kind === 'withdrawal') {
    return asked.kind === 'withdrawal' && content.withdrawalAccountId === asked.withdrawalAccountId;
  }
  return (
    asked.kind === 'trade' &&
    content.instrument === asked.instrument &&
    content.side === asked.side.toLowerCase() &&
    new Decimal(content.price).equals(asked.price)
  );
}

/** What the service carried out of a request: nothing, or one thing. */
export function executedOf(service: SandboxState, { seq }: JournalEntry): readonly Executed[] {
  const parts = service.withdrawals.filter((each) => each.seq === seq);
  const trades = service.trades
    .map((each) => shownTrade.parse(each))
    .filter((each) => each.seq === seq);
  const [first] = parts;
  return [
    ...(first === undefined
      ? []
      : [
          {
            ids: parts.map(({ id }) => id),
            content: {
              kind: 'withdrawal' as const,
              withdrawalAccountId: first.withdrawalAccount.id,
              amount: Decimal.sum(...parts.map(({ amount }) => amount)).toFixed(),
            },
          },
        ]),
    ...trades.map(({ id, ...trade }) => ({
      ids: [id],
      content: { kind: 'trade' as const, ...trade },
    })),
  ];
}

const shownTrade = tradeBody.extend({ id: z.string(), seq: z.int() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
