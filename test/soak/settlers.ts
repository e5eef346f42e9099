import * as z from 'zod';
import { Person } from '../../bench/stack/person.ts';
import type { RunningSandbox } from '../../sandbox/index.ts';
import { filledAsAsked } from '../../treasury/evidence/expected-change.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { executedOf, matchPosts } from '../crash/books/match.ts';

const NAMES = ['approver', 'approver2'] as const;
const COMMENT = "as the service's own books have it";

const evidenced = z.looseObject({
  evidence: z.looseObject({ digest: z.string() }).optional(),
});

/** Two people who say of everything unknown what the service's books say of it. */
export class Settlers {
  readonly #url: string;
  readonly #sandbox: RunningSandbox;

  constructor(url: string, sandbox: RunningSandbox) {
    this.#url = url;
    this.#sandbox = sandbox;
  }

  /**
   * Once through everything that is unknown; what may not be settled yet is refused, and comes again. Both have just
   * signed in: a sign-in of more than some minutes ago decides about nothing.
   */
  async settle(): Promise<void> {
    const people = await Promise.all(NAMES.map((name) => Person.named(this.#url, name)));
    try {
      await this.#settleAs(people);
    } finally {
      for (const person of people) person.close();
    }
  }

  async #settleAs(people: readonly Person[]): Promise<void> {
    const [first] = people;
    if (first === undefined) return;
    const { items } = await first.json<{ readonly items: readonly Instruction[] }>({
      path: '/v1/instructions?state=unknown&limit=50',
    });
    if (items.length === 0) return;
    const service = this.#sandbox.state();
    const posts = this.#sandbox.journal().filter(({ method }) => method === 'POST');
    for (const { instruction, posts: own } of matchPosts({ posts, instructions: items }).matched) {
      const { id } = instruction;
      const executed = own.flatMap((post) => executedOf(service, post));
      const [only, ...others] = executed.flatMap(({ ids }) => ids);
      const isWithdrawal = instruction.content.kind === 'withdrawal';
      const list = isWithdrawal ? 'withdrawals' : 'trades';
      const body = JSON.stringify({
        executed: executed.length > 0,
        ...(isWithdrawal && only !== undefined && others.length === 0
          ? { withdrawalId: only }
          : {}),
        ...(executed.length > 0 && instruction.content.kind === 'trade'
          ? { fill: filledAsAsked(instruction.content) }
          : {}),
        comment: COMMENT,
      });
      for (const person of people) await say(person, `/v1/${list}/${id}`, body);
    }
  }
}

/** Says it of the evidence of this moment: with a tick every second, that of a moment ago may be another. */
async function say(person: Person, path: string, body: string): Promise<void> {
  const { evidence } = evidenced.parse(await person.json({ path }));
  if (evidence === undefined) return;
  const headers = { 'if-match': `"${evidence.digest}"` };
  await person.ask({ method: 'POST', path: `${path}/settle`, body, headers });
}
