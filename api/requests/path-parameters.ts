import { CURRENCY_CODE } from '../../treasury/policy/policy-limits.ts';
import { notFound } from '../problems/not-found.ts';
import type { ApiEvent } from './api-event.ts';

/** The permitted form of a name in a path; a name that no item can have is not found. */
export interface PathParameter {
  readonly form: RegExp;
  /** The response if the form is not permitted. */
  readonly missing: (seen: string) => string;
}

/** Characters of a refused name that are repeated. */
const MAX_SEEN_CHARACTERS = 20;

/** Up to what is longer than any id there is, and shorter than what the store takes for a key. */
export const INSTRUCTION_ID: PathParameter = {
  form: /^.{1,200}$/s,
  missing: () => 'There is no such instruction.',
};

/** Rule ids, uuids and ids of changes are of these characters, and shorter than any key's limit. */
export const POLICY_ID: PathParameter = {
  form: /^[A-Za-z0-9-]{1,63}$/,
  missing: () => 'There is nothing of this id.',
};

/** The time of an event without its marks, and a digest of its id. */
export const DELIVERY_ID: PathParameter = {
  form: /^\d{8}T\d{9}Z-[0-9a-f]{20}$/,
  missing: () => 'There is no such delivery.',
};

/** The tick without its marks, and the currency as the balances have it. */
export const BREAK_ID: PathParameter = {
  form: /^\d{8}T\d{9}Z-[^\s#]{1,40}$/,
  missing: () => 'There is no such break.',
};

/** A currency that a lane can have. */
export const LANE_CURRENCY: PathParameter = {
  form: CURRENCY_CODE,
  missing: (seen) => `There is no lane of ${seen.slice(0, MAX_SEEN_CHARACTERS)}.`,
};

/** @throws ProblemError if no item can have a name of the path. */
export function pathOf(
  parameters: Readonly<Record<string, PathParameter>>,
  { pathParameters = {} }: Pick<ApiEvent, 'pathParameters'>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { form, missing }]) => {
      const seen = pathParameters[name] ?? '';
      if (!form.test(seen)) throw notFound(missing(seen));
      return [name, seen];
    }),
  );
}
