import { mkdir, readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { CalendarDraft } from '../../../treasury/calendars/calendar.ts';
import { calendarProblems } from '../../../treasury/policy/calendar-checks.ts';
import { calendarDraft } from '../../../treasury/policy/calendar-schema.ts';
import { problemsOf } from '../../../treasury/policy/policy-problem.ts';
import { holidaysIn } from '../../policy-as-code/calendar-csv.ts';
import { readFolder } from '../../policy-as-code/read-folder.ts';
import { writeObject } from '../../policy-as-code/write-folder.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { declare } from '../declare.ts';

interface ImportOptions {
  readonly into: string;
  readonly id: string;
  readonly from: string;
  readonly until: string;
  readonly label?: string;
  readonly timeZone?: string;
  readonly json?: true;
}

/** `sluice calendar import FILE` */
export function importCalendar(context: Context): Command {
  return declare({
    name: 'import',
    summary: "Makes a calendar of the policy's folder out of dates as CSV.",
    description:
      'Each line is a date, and a name after a comma if there is one. A calendar that the folder has keeps its name, its time zone and its weekend. Nothing is sent: sluice plan shows what would change.',
    examples: [
      [
        'calendar import zurich.csv --into policy --id zurich --label Zurich --time-zone Europe/Zurich --from 2026-01-01 --until 2027-12-31',
        'a new calendar',
      ],
      [
        'calendar import zurich.csv --into policy --id zurich --from 2026-01-01 --until 2028-12-31',
        'its next year',
      ],
    ],
  })
    .argument('<file>', 'the CSV')
    .requiredOption('--into <folder>', "the policy's folder, as sluice pull writes it")
    .requiredOption('--id <id>', 'id of the calendar')
    .requiredOption('--from <date>', 'the first date that it knows')
    .requiredOption('--until <date>', 'the last date that it knows')
    .option('--label <name>', 'its name; of a new calendar it is needed')
    .option('--time-zone <zone>', 'the place whose dates these are; of a new calendar it is needed')
    .option('--json', 'JSON on the standard output')
    .action(async (file: string, options: ImportOptions) => {
      const { into, id, from, until } = options;
      await mkdir(into, { recursive: true });
      const read = await readFolder(into);
      if (!read.ok)
        throw refused(
          into,
          read.problems.map(({ file: at, seen }) => `${at}: ${seen}`),
        );
      const before = read.policy.objects.find(
        (each) => each.kind === 'calendar' && each.id === id,
      )?.draft;
      const parsed = holidaysIn(await readFile(file, 'utf8'), { from, until });
      if (!parsed.ok) throw refused(file, parsed.problems);
      const draft = draftOf(file, {
        ...before,
        ...(options.label !== undefined && { label: options.label }),
        ...(options.timeZone !== undefined && { timeZone: options.timeZone }),
        ...{ id, from, until, holidays: parsed.holidays },
      });
      const object = { kind: 'calendar', id, version: 0, draft } as const;
      const { action, file: target } = await writeObject(into, read.policy, object);
      const holidays = draft.holidays.length;
      context.print(options, {
        json: { action, file: target, holidays, from, until },
        lines: () => [`${action} ${target}: ${holidays} holidays, ${from} to ${until}`],
      });
    });
}

/** The same checks as the API makes. */
function draftOf(file: string, json: object): CalendarDraft {
  const parsed = calendarDraft.safeParse(json);
  const problems = parsed.success
    ? calendarProblems(parsed.data)
    : problemsOf(parsed.error, json, calendarDraft);
  if (parsed.success && problems.length === 0) return parsed.data;
  throw refused(
    file,
    problems.map(({ path, seen, accepted }) => `${path}: seen ${seen}; accepted: ${accepted}`),
  );
}

function refused(place: string, problems: readonly string[]): CommandError {
  return new CommandError(`${place} is not acceptable`, { help: problems.join('\n') });
}
