import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { alarmNamed } from '../diagnosis/alarm.ts';
import { type Bundle, collect } from '../diagnosis/bundle.ts';
import { chooseLogs } from '../diagnosis/choose-logs.ts';
import { redactor } from '../diagnosis/redact.ts';
import { timeOption } from '../moment.ts';
import { fieldsOf } from '../screen/table.ts';
import { countOf } from '../views/formats.ts';

interface DiagnoseOptions extends ApiOptions {
  readonly logs?: string;
  readonly since?: string;
  readonly output?: string;
}

const PRIVATE_FILE = 0o600;

export function diagnose(context: Context): Command {
  return declareApi({
    name: 'diagnose',
    summary: 'Collects what belongs to an id or an alarm, redacted.',
    description:
      'It leads to request ids, decisions, audit entries and log lines: of the stack on this machine from its own log, of a stage from CloudWatch Logs with your credentials for AWS. Addresses, raw answers, comments and names of people are hidden.',
    examples: [
      ['diagnose sweep-btc-cold-20260105T090000Z', 'a withdrawal'],
      ['diagnose unknown-outcome', 'an alarm, with its runbook'],
      [
        'diagnose 5f0a3c1e-7d0b-4c52-9d8e-2f1f0a6a9c11 --stage prod --since 2026-11-01',
        'a request or an event of a stage, from a day on',
      ],
      ['diagnose 2026-11-21T10:24:00Z', 'a run, by the time of its snapshot'],
      ['diagnose BTC --logs start.log --output bundle.json', 'with a saved log, into a file'],
    ],
  })
    .argument(
      '<id>',
      'the id of a withdrawal, trade, change, break, rule, event or request, the time of a run, a currency, or the name of an alarm',
    )
    .option('--logs <file>', 'a saved log, instead of the one of the stack or the stage')
    .addOption(
      timeOption('--since <time>', 'of a stage: log lines since then (by default the last day)'),
    )
    .option('--output <file>', 'writes the bundle there')
    .action(async (id: string, options: DiagnoseOptions) => {
      const api = context.api(options);
      const logs = await chooseLogs(context, options);
      const bundle = redactor()(await collect(api, id, alarmNamed, logs)) as Bundle;
      const { output } = options;
      if (output !== undefined) {
        await writeFile(output, `${JSON.stringify(bundle, null, 2)}\n`, { mode: PRIVATE_FILE });
      }
      context.print(options, {
        json: bundle,
        lines: (screen) => [
          ...fieldsOf(
            [
              [bundle.kind, id],
              ['means', bundle.alarm?.description],
              ['next', bundle.alarm?.next],
              ['runbook', bundle.alarm?.runbook],
              ['leads to', ledTo(bundle)],
              ['requests', bundle.requestIds.join(', ') || 'none'],
              ['decisions', String(bundle.decisions.length)],
              ['audit', countOf(bundle.audit.length, 'entry', 'entries')],
              ['log lines', `${bundle.logLines.length} (${bundle.logs})`],
              ['bundle', output ?? 'shown by --json, written by --output FILE'],
            ],
            screen,
          ),
          '',
          screen.paint('bold', 'in CloudWatch Logs Insights, over all log groups'),
          ...bundle.logQuery.split('\n').map((line) => `  ${line}`),
        ],
      });
    });
}

/** What an alarm, an event or a request leads to, by id. */
function ledTo({ leadsTo }: Bundle): string | undefined {
  if (leadsTo.length === 0) return undefined;
  const ids = leadsTo.map((each) => {
    const { id, currency, scheduledFor } = each as Readonly<Record<string, unknown>>;
    return String(id ?? currency ?? scheduledFor ?? 'one more');
  });
  return ids.join(', ');
}
