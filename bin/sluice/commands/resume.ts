import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';

interface ResumeOptions extends ApiOptions {
  readonly comment: string;
  readonly currency?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

export function resume(context: Context): Command {
  return declareApi({
    name: 'resume',
    summary: 'Proposes to end the halt that stands; another person approves.',
    examples: [
      ['resume --comment "the service answers again"', 'everything, live'],
      ['resume --currency BTC --comment "the account is right"', 'one currency'],
      [
        'resume --dry-run --comment "to see what it would do"',
        'into dry-run, where nothing is sent',
      ],
    ],
  })
    .requiredOption('--comment <comment>', 'why, for the audit log')
    .option('--currency <code>', 'this currency only')
    .option('--dry-run', 'resumes in dry-run instead of live')
    .option('--yes', 'proposes without asking')
    .action(async (options: ResumeOptions) => {
      const api = await context.apiToDecide(options);
      const halt = await api.get('/v1/controls/halt');
      const { because, generation } = halt.data;
      const reason = because === null ? '' : `, by ${because.by}: ${because.comment}`;
      context.note(`halt ${generation}${reason}`);
      await context.decide(options, 'Propose to end it?');
      const { comment, currency, dryRun } = options;
      const { status, data } = await api.post('/v1/controls/resume', {
        ifMatch: halt,
        body: {
          comment,
          mode: dryRun ? 'dry-run' : 'live',
          ...(currency === undefined ? {} : { currency }),
        },
      });
      context.print(options, {
        json: data,
        lines: () => [
          status === 202 && 'id' in data
            ? `proposed; another person approves: sluice approve ${data.id}`
            : 'resumed',
        ],
      });
    });
}
