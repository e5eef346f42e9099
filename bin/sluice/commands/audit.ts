import type { components } from '@sluice/client';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { timeOption } from '../moment.ts';
import { tableOf } from '../screen/table.ts';
import { countOf } from '../views/formats.ts';
import { valueLines } from '../views/values.ts';

type Verification = components['schemas']['AuditVerification'];

export function verify(context: Context): Command {
  return declareApi({
    name: 'verify',
    summary: 'Computes the audit chain again, from its first entry to its end.',
    description: 'Exits with 0 if it is whole, with 2 if not.',
    examples: [
      ['audit verify', 'all of it'],
      ['audit verify --json', 'with the head, to compare with one that was written down'],
    ],
  }).action(async (options: ApiOptions) => {
    const api = context.api(options);
    let query = {};
    let data: Verification;
    do {
      ({ data } = await api.get('/v1/audit/verification', { query }));
      if (data.verdict === 'unfinished') {
        context.note(`whole up to entry ${data.at.sequence}`);
        query = { afterSequence: data.at.sequence, afterHash: data.at.hash };
      }
    } while (data.verdict === 'unfinished');
    const verdict = data;
    context.print(options, {
      json: verdict,
      lines: (screen) => [
        verdict.verdict === 'intact'
          ? `${screen.paint('green', 'whole')}: ${countOf(verdict.head.sequence, 'entry', 'entries')}, head ${verdict.head.hash}`
          : `${screen.paint('red', verdict.verdict)}: ${valueLines(verdict).join(', ')}`,
      ],
      ...(verdict.verdict === 'intact' ? {} : { exit: 'differs' }),
    });
  });
}

interface AccessOptions extends ApiOptions {
  readonly from?: string;
  readonly to?: string;
}

type ReviewRow = components['schemas']['FullReport']['parts'][number]['rows'][number];

export function access(context: Context): Command {
  return declareApi({
    name: 'access',
    summary: 'Shows who may do what, by the roles last seen, and who did what.',
    examples: [
      ['audit access', 'everyone whose token was seen, and all acts'],
      ['audit access --from 2026-01-01 --to 2026-02-01', 'the acts of a month'],
    ],
  })
    .addOption(timeOption('--from <time>', 'acts from this time on'))
    .addOption(timeOption('--to <time>', 'acts before this time'))
    .action(async (options: AccessOptions) => {
      const { from, to } = options;
      const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
      const { data } = await context.api(options).get('/v1/reports/access', { query });
      if (!('parts' in data)) {
        const help = 'Ask for a shorter period, or take the file: sluice export access.';
        throw new CommandError('the review is too long for a screen', { help });
      }
      const rowsOf = (name: string) => data.parts.find((part) => part.name === name)?.rows ?? [];
      const column = (title: string, key: string) => ({
        title,
        of: (row: ReviewRow) => String(row[key] ?? ''),
      });
      context.print(options, {
        json: data,
        lines: (screen) => [
          ...tableOf(
            [
              column('WHO', 'id'),
              column('NAME', 'name'),
              column('ROLES', 'roles'),
              column('LAST SEEN', 'seenAt'),
            ],
            rowsOf('callers'),
            screen,
          ),
          '',
          ...tableOf(
            [
              column('WHO', 'by'),
              column('AS', 'as'),
              column('ACTION', 'action'),
              column('TIMES', 'count'),
              column('LAST', 'lastAt'),
            ],
            rowsOf('acts'),
            screen,
          ),
        ],
      });
    });
}
