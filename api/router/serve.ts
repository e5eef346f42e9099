import type { Diagnoses } from '../../runtime/diagnosis/diagnose.ts';
import { callerOf } from '../callers/caller.ts';
import { counted, isComputing, type OpenRequests } from '../callers/open-requests.ts';
import { requireRecentSignIn } from '../callers/recent-sign-in.ts';
import type { CallerRecords } from '../callers/record-roles.ts';
import type { HttpResponse, ProblemError, SaidResponse } from '../problems/problem.ts';
import type { ApiEvent } from '../requests/api-event.ts';
import { withMoments } from '../requests/range-dates.ts';
import type { Declaration, DeclaredRoutes } from '../routes/declare.ts';
import { api, type DenialRecords } from './api.ts';
import {
  type FileInput,
  fileInputOf,
  type Input,
  inputOf,
  type PathInput,
  pathInputOf,
  type WithFile,
} from './input.ts';
import { type NameSource, named } from './names.ts';
import { saidTo } from './say.ts';

/** A route that is declared so answers each reader in their language; any other has one text for all. */
type Answer<D extends Declaration> = D extends { readonly said: true }
  ? HttpResponse | SaidResponse
  : HttpResponse;

/** The responses of a route with a file: a page of its list, or all of it. */
interface PageAndFile<D extends WithFile> {
  readonly page: (input: Input<D>) => Promise<Answer<D>>;
  readonly file: (input: FileInput<D>) => Promise<HttpResponse>;
}

/** A handler for each route of a function: one that is missing, or is of another function, does not compile. */
export type Handlers<Routes extends Readonly<Record<string, Declaration>>> = {
  readonly [Key in keyof Routes]: Routes[Key] extends WithFile
    ? PageAndFile<Routes[Key]>
    : (input: Input<Routes[Key]>) => Promise<Answer<Routes[Key]>>;
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
  /** The place where the roles of callers are kept: given by functions that may put them. */
  readonly callers?: CallerRecords;
  /** Where the heavy requests of each caller are counted: a function that may not count them bounds none. */
  readonly open?: OpenRequests;
  /** Throws if the subject of the path does not exist, before anything else of the request is parsed. */
  readonly before?: (about: PathInput) => Promise<void>;
  /** Whether the subject of the path is above the limit; without it, whatever is declared 'above-limit' is. */
  readonly isAboveLimit?: (about: PathInput) => Promise<boolean>;
  /** Where the names beside ids are read; a function without it has no ids in its answers, or says why. */
  readonly names?: NameSource;
  /** The zone of dates that bound a range. A function without ranges has none. */
  readonly timeZone?: string;
  /** The problem of an error that only this function's handlers throw; null for any other. */
  readonly problemOf?: (error: unknown) => ProblemError | null;
}

/** The router of a function: the caller's roles, the parsed request, the handler of the route, and every failure. */
export function serve<Routes extends Readonly<Record<string, Declaration>>>(
  { routes }: DeclaredRoutes<string, Routes>,
  handlers: Handlers<Routes>,
  options: Options = {},
) {
  const { records, diagnoses, before, names, timeZone, problemOf = () => null } = options;
  const { isAboveLimit = async () => true, callers, open } = options;
  const table: Readonly<Record<string, Declaration>> = routes;
  return api(
    table,
    async (sent, declaration) => {
      const event = timeZone === undefined ? sent : withMoments(sent, timeZone);
      try {
        const handler = handlers[event.routeKey] as unknown as
          | PageAndFile<WithFile & { readonly said: true }>
          | PageAndFile<WithFile & { readonly said: true }>['page'];
        const about = pathInputOf(declaration, event);
        await before?.(about);
        if (declaration.recentSignIn !== undefined) {
          const isAlways = declaration.recentSignIn === 'always';
          await requireRecentSignIn(event, async () => isAlways || (await isAboveLimit(about)));
        }
        const { file } = declaration;
        if (typeof handler !== 'function' && file?.isWanted(event.queryStringParameters ?? {})) {
          const made = () => handler.file(fileInputOf(file, event));
          return open === undefined ? await made() : await counted(open, of(event), 'file', made);
        }
        const answer = typeof handler === 'function' ? handler : handler.page;
        const answering = () => answer(inputOf(about, declaration, event) as Input<never>);
        const answered =
          open !== undefined && isComputing(event.routeKey)
            ? await counted(open, of(event), 'computation', answering)
            : await answering();
        const made = saidTo(event, answered);
        return names === undefined ? made : await named(names, made, event);
      } catch (error) {
        throw problemOf(error) ?? error;
      }
    },
    records,
    diagnoses,
    callers,
  );
}

function of(event: ApiEvent): { readonly tenant: string; readonly caller: string } {
  return { tenant: event.tenant, caller: callerOf(event) };
}
