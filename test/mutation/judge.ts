import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { AREAS, type AreaName } from './areas.ts';
import { type Mutant, mutantsOf } from './report.ts';

const LISTED = new URL('equivalent-mutants.json', import.meta.url);

/** A mutant without a visible effect, and why. */
const equivalentSchema = z.strictObject({
  file: z.string(),
  mutator: z.string(),
  /** The line it begins in, without its indentation. */
  line: z.string(),
  original: z.string(),
  replacement: z.string(),
  reason: z.string().min(20),
});
type Equivalent = z.output<typeof equivalentSchema>;

/** Caught by a test, or by the time it took. */
const CAUGHT = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];

export interface AreaResult {
  readonly area: AreaName;
  readonly killed: number;
  readonly timedOut: number;
  readonly survivors: readonly Mutant[];
  /** Survivors that are on the list of those that change nothing. */
  readonly listed: number;
}

export interface Judgement {
  readonly areas: readonly AreaResult[];
  /** Each one makes the run fail. */
  readonly problems: readonly string[];
}

/** Holds what survived against the list. A mutant that could not be loaded at all is not counted. */
export function judge(areas: readonly AreaName[]): Judgement {
  const list = z.array(equivalentSchema).parse(JSON.parse(readFileSync(LISTED, 'utf8')));
  const results: AreaResult[] = [];
  const problems: string[] = [];
  problems.push(
    ...list.filter(({ file }) => !existsSync(file)).map((each) => `listed, but gone: ${at(each)}`),
  );
  for (const area of areas) {
    const mutants = mutantsOf(area);
    const survivors = mutants.filter(({ status }) => MISSED.includes(status));
    const unlisted = survivors.filter((mutant) => !list.some((each) => isSame(each, mutant)));
    results.push({
      area,
      killed: mutants.filter(({ status }) => status === 'Killed').length,
      timedOut: mutants.filter(({ status }) => status === 'Timeout').length,
      survivors,
      listed: survivors.length - unlisted.length,
    });
    if (!mutants.some(({ status }) => CAUGHT.includes(status))) {
      problems.push(`${AREAS[area].title}: not one mutant was caught, so nothing was tried`);
    }
    if (AREAS[area].strict) problems.push(...unlisted.map(survivorMessage));
    problems.push(
      ...mutants.filter(({ status }) => status === 'Ignored').map((each) => `ignored: ${at(each)}`),
      ...list
        .filter(({ file }) => mutants.some((mutant) => mutant.file === file))
        .filter((each) => !survivors.some((mutant) => isSame(each, mutant)))
        .map((each) => `listed, but it does not survive (any more): ${at(each)}`),
    );
  }
  return { areas: results, problems };
}

function isSame(listed: Equivalent, mutant: Mutant): boolean {
  return (['file', 'mutator', 'line', 'original', 'replacement'] as const).every(
    (key) => listed[key] === mutant[key],
  );
}

function survivorMessage(mutant: Mutant): string {
  return `survived: ${at(mutant)}`;
}

function at(mutant: Equivalent | Mutant): string {
  const { file, mutator, original, replacement } = mutant;
  const place = 'lineNumber' in mutant ? `${file}:${mutant.lineNumber}` : file;
  return `${place} ${mutator}: ${inOneLine(original)} -> ${inOneLine(replacement)}`;
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ') || '(nothing)';
}

/** The table, for a terminal and for docs/mutation.md. */
export function tableOf({ areas }: Judgement): string {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['area', 'mutants', 'killed', 'timed out', 'survived', 'of these listed', 'score']),
    row(['---', '---:', '---:', '---:', '---:', '---:', '---:']),
    ...areas.map(({ area, killed, timedOut, survivors, listed }) => {
      const all = killed + timedOut + survivors.length;
      const score = `${(((killed + timedOut) / all) * 100).toFixed(1)} %`;
      return row([AREAS[area].title, all, killed, timedOut, survivors.length, listed, score]);
    }),
  ].join('\n');
}
