import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The parameters of the queries, each in the order of its question marks. */
export const QUERY_PARAMETERS = {
  tenant: { description: 'the tenant, such as main' },
  from: { description: 'the first day, such as 2026-01-01' },
  to: { description: 'the day after the last, such as 2026-02-01' },
  currency: { description: 'a currency as balances have it' },
  rule: { description: "a rule's id" },
  at: { description: 'a moment in UTC, such as 2026-01-31 09:00:00' },
} as const;
export type QueryParameter = keyof typeof QUERY_PARAMETERS;

/** A frequent question, in the SQL that Athena and DuckDB share. */
export interface NamedQuery {
  readonly name: string;
  /** Its meaning, in a sentence. */
  readonly description: string;
  readonly parameters: readonly QueryParameter[];
  /** The file as it is, comments included; parameters are question marks. */
  readonly sql: string;
}

const FOLDER = path.join(import.meta.dirname, 'queries');
const ENDING = '.sql';

/** The named queries, by name. They have one place: the files beside this one. */
export function namedQueries(): readonly NamedQuery[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .sort()
    .map((file) => {
      const sql = readFileSync(path.join(FOLDER, file), 'utf8');
      return namedQuery(path.basename(file, ENDING), sql);
    });
}

function namedQuery(name: string, sql: string): NamedQuery {
  const [description = ''] = sql.split('\n', 1);
  const named = /^-- Parameters: (.+)$/m.exec(sql)?.[1]?.split(', ') ?? [];
  const parameters = named.filter(isParameter);
  const marks = sql.replaceAll(/^\s*--.*$/gm, '').match(/\?/g)?.length ?? 0;
  if (
    !description.startsWith('-- ') ||
    parameters.length !== named.length ||
    marks !== named.length
  ) {
    throw new Error(`${name}.sql: its first lines do not say what it answers and is asked with`);
  }
  return { name, description: description.slice('-- '.length), parameters, sql };
}

function isParameter(name: string): name is QueryParameter {
  return Object.hasOwn(QUERY_PARAMETERS, name);
}
