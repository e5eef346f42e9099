import type { Context } from 'aws-lambda';
import type { Diagnoses } from '../../runtime/diagnosis/diagnose.ts';
import type { HttpResponse, ProblemError } from '../problems/problem.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import type { Declaration, DeclaredRoutes } from '../routes/declare.ts';
import { api, type DenialRecords } from './api.ts';
import { type Input, inputOf, type PathInput, pathInputOf } from './input.ts';

/** A handler for each route of a function: one that is missing, or is of another function, does not compile. */
export type Handlers<Routes extends Readonly<Record<string, Declaration>>> = {
  readonly [Key in keyof Routes]: (input: Input<Routes[Key]>) => Promise<HttpResponse>;
};

/** The handlers of some of them, in a file of its own. */
export type HandlersOf<
  Declared extends DeclaredRoutes,
  Key extends keyof Declared['routes'] = keyof Declared['routes'],
> = Pick<Handlers<Declared['routes']>, Key>;

interface Options {
  /** The place where denials are put on record: given by the functions that may write. */
  readonly records?: DenialRecords;
  readonly diagnoses?: Diagnoses;
  /** Throws if the subject of the path does not exist, before anything else of the request is parsed. */
  readonly before?: (about: PathInput) => Promise<void>;
  /** The problem of an error that only this function's handlers throw; null for any other. */
  readonly problemOf?: (error: unknown) => ProblemError | null;
  /** Answers some requests in another way than their route declares, before they are parsed; null for all others. */
  readonly instead?: (event: ApiEvent, context: Context) => Promise<HttpResponse> | null;
}

/** The router of a function: the caller's roles, the parsed request, the handler of the route, and every failure. */
export function serve<Routes extends Readonly<Record<string, Declaration>>>(
  { routes }: DeclaredRoutes<string, Routes>,
  handlers: Handlers<Routes>,
  { records, diagnoses, before, instead = () => null, problemOf = () => null }: Options = {},
) {
  const table: Readonly<Record<string, Declaration>> = routes;
  return api(
    table,
    async (event, declaration, context) => {
      try {
        const answered = instead(event, context);
        if (answered !== null) return await answered;
        const handle = handlers[event.routeKey] as unknown as (
          input: Input,
        ) => Promise<HttpResponse>;
        const about = pathInputOf(declaration, event);
        await before?.(about);
        return await handle(inputOf(about, declaration, event));
      } catch (error) {
        throw problemOf(error) ?? error;
      }
    },
    records,
    diagnoses,
  );
}
