import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';
import { alarmNamed } from '../diagnosis/alarm.ts';
import { type Bundle, collect } from '../diagnosis/bundle.ts';
import { redactor } from '../diagnosis/redact.ts';
import { fieldsOf } from '../screen/table.ts';

interface DiagnoseOptions extends ApiOptions {
  readonly logs?: string;
  readonly output?: string;
}

/** Log lines that go into a bundle, the latest: one instruction writes some dozen. */
const MOST_LINES = 1_000;

const PRIVATE_FILE = 0o600;

export function diagnose(context: Context): Command {
  return declareApi({
    name: 'diagnose',
    summary: 'Collects what belongs to an id or an alarm, redacted.',
    description:
      'It leads to request ids, decisions, audit entries and log lines. Addresses, raw answers, comments and names of people are hidden.',
    examples: [
      ['diagnose sweep-btc-cold-20260105T090000Z', 'a withdrawal'],
      ['diagnose unknown-outcome', 'an alarm, with its runbook'],
      [
        'diagnose BTC --logs start.log --output bundle.json',
        'with the lines of a log, into a file',
      ],
    ],
  })
    .argument('<id>', 'an id, a currency, a request id, or the name of an alarm')
    .option('--logs <file>', 'a saved log: its lines about the same ids go into the bundle')
    .option('--output <file>', 'writes the bundle there')
    .action(async (id: string, options: DiagnoseOptions) => {
      const collected = await collect(context.api(options), id, alarmNamed);
      const logLines = options.logs === undefined ? [] : await linesOf(options.logs, collected);
      const bundle = redactor()({ ...collected, logLines }) as Bundle;
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
              ['requests', bundle.requestIds.join(', ') || 'none'],
              ['decisions', String(bundle.decisions.length)],
              ['audit', `${bundle.audit.length} entries`],
              ['log lines', String(bundle.logLines.length)],
              ['bundle', output ?? 'shown by --json, written by --output FILE'],
            ],
            screen,
          ),
          '',
          screen.paint('bold', 'in CloudWatch Logs Insights, over the log groups of the stage'),
          ...bundle.logQuery.split('\n').map((line) => `  ${line}`),
        ],
      });
    });
}

async function linesOf(file: string, { about, requestIds }: Bundle): Promise<readonly unknown[]> {
  const ids = [about, ...requestIds];
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => ids.some((id) => line.includes(id)))
    .slice(-MOST_LINES)
    .map(parsed);
}

/** A line of a function is JSON behind the function's name; redacting takes its fields apart. */
function parsed(line: string): unknown {
  const start = line.indexOf('{');
  if (start === -1) return line;
  try {
    return { from: line.slice(0, start).trim(), ...JSON.parse(line.slice(start)) };
  } catch {
    return line;
  }
}
