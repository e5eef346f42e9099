import type { SluiceClient } from '@sluice/client';
import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { type Subject, subjectLines, subjectOf } from '../decide.ts';
import { declareApi } from '../declare.ts';

interface DeclineOptions extends ApiOptions {
  readonly comment: string;
  readonly yes?: true;
}

export function decline(context: Context): Command {
  return declareApi({
    name: 'decline',
    summary: 'Declines a withdrawal, a trade or a change.',
    description: 'What was declined is never sent, or never takes effect.',
    examples: [['decline ID --comment "the account is closed"', 'shows it, asks, declines it']],
  })
    .argument('<id>', 'the id of a withdrawal, a trade or a change')
    .requiredOption('--comment <text>', 'why, for the audit log')
    .option('--yes', 'declines without asking')
    .action(async (id: string, options: DeclineOptions) => {
      const api = await context.apiToDecide(options);
      const subject = await subjectOf(api, id);
      for (const line of subjectLines(subject, context.screen)) context.note(line);
      context.note('');
      await context.decide(options, `Decline this ${subject.kind}?`);
      const json = await declined(api, id, subject, options.comment);
      context.print(options, { json, lines: () => [`declined ${subject.kind} ${id}`] });
    });
}

async function declined(api: SluiceClient, id: string, subject: Subject, comment: string) {
  const input = { path: { id }, body: { comment } };
  switch (subject.kind) {
    case 'withdrawal':
      return (await api.post('/v1/withdrawals/{id}/decline', input)).data;
    case 'trade':
      return (await api.post('/v1/trades/{id}/decline', input)).data;
    case 'change':
      return (await api.post('/v1/changes/{id}/decline', input)).data;
    default:
      return subject satisfies never;
  }
}
