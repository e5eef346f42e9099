import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { subjectLines, subjectOf } from '../decide.ts';
import { declareApi } from '../declare.ts';

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
      const api = context.apiToDecide(options);
      const subject = await subjectOf(api, id);
      if (subject.kind === 'change') {
        throw new CommandError(`${id} is a change, which has no outcome to settle`, {
          exit: 'usage',
        });
      }
      for (const line of subjectLines(subject, context.screen)) context.note(line);
      context.note('');
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
      const answer =
        subject.kind === 'withdrawal'
          ? await api.post('/v1/withdrawals/{id}/settle', input)
          : await api.post('/v1/trades/{id}/settle', input);
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
