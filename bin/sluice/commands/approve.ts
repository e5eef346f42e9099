import type { SluiceClient } from '@sluice/client';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { type Subject, subjectLines, subjectOf } from '../decide.ts';
import { declareApi } from '../declare.ts';
import { approvalsText } from '../views/instruction.ts';

interface ApproveOptions extends ApiOptions {
  readonly comment?: string;
  readonly etag?: string;
  readonly yes?: true;
}

export function approve(context: Context): Command {
  return declareApi({
    name: 'approve',
    summary: 'Approves a withdrawal, a trade or a change.',
    description:
      'It shows in full what is approved, asks, and approves exactly that: if the content is another by then, the API refuses.',
    examples: [
      ['approve ID', 'shows it, asks, approves it'],
      ['approve ID --comment "as agreed on Monday"', 'with a comment for the audit log'],
      ['approve ID --etag \'"88f990bf"\' --yes', 'what a program showed before, and nothing else'],
    ],
  })
    .argument('<id>', 'the id of a withdrawal, a trade or a change')
    .option('--comment <text>', 'what the audit log says about it')
    .option('--etag <etag>', 'approves only what had this ETag when it was shown')
    .option('--yes', 'approves without asking')
    .action(async (id: string, options: ApproveOptions) => {
      const api = await context.apiToDecide(options);
      const subject = await subjectOf(api, id);
      if (options.etag !== undefined && options.etag !== subject.etag) {
        throw new CommandError(`${id} is not what had the ETag ${options.etag}`, {
          exit: 'changed',
          help: 'Look at it again, then decide anew.',
        });
      }
      // Beside the result, so that --json stays JSON.
      for (const line of subjectLines(subject, context.screen)) context.note(line);
      context.note('');
      await context.decide(options, `Approve this ${subject.kind}?`);
      const answer = await approved(api, id, subject, options.comment);
      context.print(options, {
        json: answer,
        lines: (screen) => [
          `${screen.paint('green', 'approved')} ${subject.kind} ${id}${resultOf(answer)}`,
        ],
      });
    });
}

async function approved(
  api: SluiceClient,
  id: string,
  subject: Subject,
  comment: string | undefined,
) {
  const path = { id };
  const body = comment === undefined ? {} : { comment };
  switch (subject.kind) {
    case 'withdrawal':
      return (await api.post('/v1/withdrawals/{id}/approve', { path, ifMatch: subject, body }))
        .data;
    case 'trade':
      return (await api.post('/v1/trades/{id}/approve', { path, ifMatch: subject, body })).data;
    case 'change':
      return (await api.post('/v1/changes/{id}/approve', { path, body })).data;
    default:
      return subject satisfies never;
  }
}

type Answer = Awaited<ReturnType<typeof approved>>;

/** `: approved by ann; one more person has to`, or the state that it came to. */
function resultOf(answer: Answer): string {
  if (!('status' in answer)) return 'state' in answer ? `: ${answer.state}` : '';
  const said = approvalsText(answer.status);
  return said === undefined ? `: ${answer.status.state}` : ` ${said}`;
}
