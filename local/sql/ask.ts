import {
  type NamedQuery,
  namedQueries,
  QUERY_PARAMETERS,
  type QueryParameter,
} from '../../reporting/analytics/named-queries.ts';
import { DAY_MS, type Day, dayAfter, dayOf, startOfDay } from '../../treasury/series/hour.ts';
import { epochMsOf, type Instant, instantOf } from '../../treasury/time/instant.ts';
import { SqlError } from './sql-error.ts';

/** Days up to today that a named query covers by default. */
const USUAL_DAYS = 30;

const USUAL_TENANT = 'main';

/** The parameters that a person gave. */
export type Given = Partial<Readonly<Record<QueryParameter, string>>>;

export interface Asked {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/**
 * A named query with its parameters, in the order of its question marks.
 * @throws SqlError where there is no such query, or something it asks for is missing or not understood.
 */
export function askedByName(name: string, given: Given, now: Instant): Asked {
  const queries = namedQueries();
  const query = queries.find((each) => each.name === name);
  if (query === undefined) {
    const names = queries.map((each) => each.name).join(', ');
    throw new SqlError(`there is no query ${name}; there are ${names}`);
  }
  const said = understood(given);
  const values = { ...usualDays(said, now), tenant: USUAL_TENANT, ...said };
  return {
    sql: query.sql,
    parameters: query.parameters.map((each) => valueFor(query, values, each)),
  };
}

function valueFor(
  { name, parameters }: NamedQuery,
  values: Given,
  parameter: QueryParameter,
): string {
  const value = values[parameter];
  if (value !== undefined) return value;
  const options = parameters.map((each) => `--${each}`).join(' ');
  const { description } = QUERY_PARAMETERS[parameter];
  throw new SqlError(`${name} needs --${parameter}: ${description} (it takes ${options})`);
}

/** The last days; of a moment, its own day and the one before. */
function usualDays({ at }: Given, now: Instant): { readonly from: Day; readonly to: Day } {
  const last = dayOf(at ?? now);
  const days = at === undefined ? USUAL_DAYS - 1 : 1;
  const from = dayOf(instantOf(epochMsOf(startOfDay(last)) - days * DAY_MS));
  return { from, to: dayAfter(last) };
}

function understood(given: Given): Given {
  for (const name of ['from', 'to'] as const) {
    const day = given[name];
    if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day)) {
      throw new SqlError(`--${name}: seen ${day}, expected ${QUERY_PARAMETERS[name].description}`);
    }
  }
  return given.at === undefined ? given : { ...given, at: momentOf(given.at) };
}

/** A moment as SQL writes it, in UTC; what has no zone is taken to be in UTC already. */
function momentOf(text: string): string {
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text.replace(' ', 'T')}Z`;
  const ms = Date.parse(zoned);
  if (Number.isNaN(ms)) {
    throw new SqlError(`--at: seen ${text}, expected ${QUERY_PARAMETERS.at.description}`);
  }
  return instantOf(ms).replace('T', ' ').replace('Z', '');
}
