import { isProblem, type SluiceClient } from '@sluice/client';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { subjectLines, subjectOf } from '../decide.ts';
import { declareApi } from '../declare.ts';
import type { Instruction } from '../views/instruction.ts';
import { type NotYet, notYetLines } from '../views/not-yet.ts';

interface SettleOptions extends ApiOptions {
  readonly executed?: true;
  readonly notExecuted?: true;
  readonly withdrawalId?: string;
  readonly fillBase?: string;
  readonly fillQuote?: string;
  readonly comment: string;
  readonly yes?: true;
}

export function settle(context: Context): Command {
  return declareApi({
    name: 'settle',
    summary: 'States the outcome of an unknown withdrawal or trade; two people do.',
    description:
      'It shows the request with the evidence first. docs/settling.md says how to find out.',
    examples: [
      [
        'settle ID --executed --withdrawal-id UUID --comment "on the list of the service, row 81"',
        'the service has carried it out',
      ],
      ['settle ID --not-executed --comment "not on the list of the service"', 'it has not'],
    ],
  })
    .argument('<id>', 'the id of a withdrawal or a trade')
    .option('--executed', 'the service has carried it out')
    .option('--not-executed', 'the service has not carried it out, and never will')
    .option('--withdrawal-id <id>', 'with --executed: its id at the service')
    .option(
      '--fill-base <amount>',
      'with --executed, of a trade: what was filled, in the base currency',
    )
    .option('--fill-quote <amount>', 'with --executed, of a trade: the same in the quote currency')
    .requiredOption('--comment <text>', 'how you know, for the audit log')
    .option('--yes', 'settles without asking')
    .action(async (id: string, options: SettleOptions) => {
      if ((options.executed === true) === (options.notExecuted === true)) {
        throw new CommandError('say which: --executed or --not-executed', { exit: 'usage' });
      }
      const executed = options.executed === true;
      const api = await context.apiToDecide(options);
      const subject = await subjectOf(api, id);
      if (subject.kind === 'change') {
        throw new CommandError(`${id} is a change, which has no outcome to settle`, {
          exit: 'usage',
        });
      }
      for (const line of subjectLines(subject, context.screen)) context.note(line);
      context.note('');
      await refuseEarly(api, subject.item);
      await context.decide(options, `State that it was ${executed ? '' : 'not '}executed?`);
      const { withdrawalId, fillBase, fillQuote, comment } = options;
      const body = {
        executed,
        comment,
        ...(withdrawalId === undefined ? {} : { withdrawalId }),
        ...(fillBase === undefined || fillQuote === undefined
          ? {}
          : { fill: { base: fillBase, quote: fillQuote } }),
      };
      const input = { path: { id }, ifMatch: subject, body };
      const answer = await orWhen(api, () =>
        subject.kind === 'withdrawal'
          ? api.post('/v1/withdrawals/{id}/settle', input)
          : api.post('/v1/trades/{id}/settle', input),
      );
      context.print(options, {
        json: answer.data,
        lines: () => [
          answer.status === 202
            ? `stated for ${id}; another person has to state the same: sluice settle ${id}`
            : `${id} is settled`,
        ],
      });
    });
}

/** States in which an outcome waits for balances and people. */
const OPEN: readonly string[] = ['unknown', 'anomaly', 'rejected'];

/** Nothing can be stated before a balance was read: that is said before the question, with the time. */
async function refuseEarly(api: SluiceClient, { status, evidence }: Instruction): Promise<void> {
  if (!OPEN.includes(status.state) || evidence !== undefined) return;
  throw await tooEarly(api, { code: 'no-evidence', until: null });
}

/** Where it is too early, the sentence says what is missing and from when on it can be settled. */
async function orWhen<Answer>(api: SluiceClient, settle: () => Promise<Answer>): Promise<Answer> {
  try {
    return await settle();
  } catch (error) {
    if (!isProblem(error, 'no-evidence', 'no-later-balance', 'in-quarantine')) throw error;
    const { until } = error.body;
    const early: NotYet = {
      code: error.code as NotYet['code'],
      until: typeof until === 'string' ? until : null,
    };
    throw await tooEarly(api, early);
  }
}

async function tooEarly(api: SluiceClient, early: NotYet): Promise<CommandError> {
  const { data } = await api.get('/v1/overview');
  const { message, help } = notYetLines(early, data.health, Date.now());
  return new CommandError(message, { exit: 'refused', code: early.code, help });
}
