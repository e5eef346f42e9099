import type { components } from '@sluice/client';
import { type Command, Option } from 'commander';
import type { AuditHead } from '../../../treasury/audit/audit-entry.ts';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { knownHead } from '../known-head.ts';
import { timeOption } from '../moment.ts';
import { tableOf } from '../screen/table.ts';
import { countOf } from '../views/formats.ts';
import { valueLines } from '../views/values.ts';

type Verification = components['schemas']['AuditVerification'];

export function verify(context: Context): Command {
  return declareApi({
    name: 'verify',
    summary: 'Computes the audit chain again, from its first entry to its end.',
    description:
      'Exits with 0 if it is whole, with 2 if not. With --head also where its end was cut off, which leaves a whole chain.',
    examples: [
      ['audit verify', 'all of it'],
      ['audit verify --json', 'with the head, to keep it'],
      [
        'audit verify --head 4711=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        'and that a head that was kept is in it',
      ],
    ],
  })
    .addOption(
      new Option('--head <seq=hash>', 'an end of the chain that you kept; repeatable')
        .argParser(knownHead)
        .default([]),
    )
    .action(async ({ head: heads, ...options }: HeadOptions) => {
      const whole = await followed(context, options, {});
      const kept: (AuditHead & Followed)[] = [];
      // From a head that was kept the chain goes on, or it ends there; anything else is another chain.
      for (const { sequence, hash } of heads) {
        const query = { afterSequence: sequence, afterHash: hash };
        kept.push({ sequence, hash, ...(await followed(context, options, query)) });
      }
      const faulty = [whole, ...kept].filter(({ verdict }) => verdict !== 'intact');
      context.print(options, {
        json: heads.length === 0 ? whole : { ...whole, kept },
        lines: (screen) => [
          whole.verdict === 'intact'
            ? `${screen.paint('green', 'whole')}: ${countOf(whole.head.sequence, 'entry', 'entries')}, head ${whole.head.hash}`
            : `${screen.paint('red', whole.verdict)}: ${valueLines(whole).join(', ')}`,
          ...kept.map(({ sequence, verdict }) =>
            verdict === 'intact'
              ? `entry ${sequence} is the one that was kept`
              : `${screen.paint('red', verdict)}: the chain does not have entry ${sequence} as it was kept`,
          ),
        ],
        ...(faulty.length === 0 ? {} : { exit: 'differs' }),
      });
    });
}

type Followed = Exclude<Verification, { readonly verdict: 'unfinished' }>;

interface HeadOptions extends ApiOptions {
  readonly head: readonly AuditHead[];
}

/** Follows the chain from an entry to its end, call by call. */
async function followed(
  context: Context,
  options: ApiOptions,
  from: { readonly afterSequence?: number; readonly afterHash?: string },
): Promise<Followed> {
  const api = context.api(options);
  let query = from;
  for (;;) {
    const { data } = await api.get('/v1/audit/verification', { query });
    if (data.verdict !== 'unfinished') return data;
    context.note(`whole up to entry ${data.at.sequence}`);
    query = { afterSequence: data.at.sequence, afterHash: data.at.hash };
  }
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
