import type { Declaration } from '../routes/declare.ts';
import { type DeclarationOf, type DeclaredKey, ROUTES } from '../routes/routes.ts';
import type { Documented, Operation } from './operation.ts';
import { AUDIT } from './operations/audit.ts';
import { BREAKS } from './operations/breaks.ts';
import { FRONT_PAGE } from './operations/front-page.ts';
import { alsoWhole } from './operations/full-export.ts';
import { INSTRUCTIONS } from './operations/instructions.ts';
import { POLICY } from './operations/policy.ts';
import { PREVIEW } from './operations/preview.ts';
import { READING } from './operations/reading.ts';
import { REARMING } from './operations/rearming.ts';
import { REPORTS } from './operations/reports.ts';
import { TRADES } from './operations/trades.ts';
import { UNBOOKED } from './operations/unbooked.ts';
import { WEBHOOKS } from './operations/webhooks.ts';

/** A route with a body has an example of one; another one has none. */
type DocumentedOf<Key extends DeclaredKey> = Omit<Documented, 'example'> &
  (DeclarationOf<Key> extends { readonly body: unknown }
    ? { readonly example: object }
    : { readonly example?: never });

/** The document's content about each route: a route without it does not compile. */
const DOCUMENTED: { readonly [Key in DeclaredKey]: DocumentedOf<Key> } = {
  ...FRONT_PAGE,
  ...READING,
  ...REPORTS,
  ...BREAKS,
  ...TRADES,
  ...INSTRUCTIONS,
  ...AUDIT,
  ...POLICY,
  ...REARMING,
  ...UNBOOKED,
  ...PREVIEW,
  ...WEBHOOKS,
};

/** Each route by its key, as it is declared and documented. */
export const OPERATIONS: Readonly<Record<string, Operation>> = Object.fromEntries(
  ROUTES.map(({ key, declaration }) => [key, operationOf(declaration, DOCUMENTED[key])]),
);

function operationOf(
  { query, file, body, idempotencyKey, ifMatch, cache, said, recentSignIn }: Declaration,
  documented: Documented,
): Operation {
  const operation = {
    ...documented,
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body: { schema: body, example: documented.example } }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(recentSignIn === undefined ? {} : { recentSignIn }),
    ...(cache === undefined ? {} : { cache }),
    ...(said === undefined ? {} : { said }),
  };
  return file === undefined ? operation : alsoWhole(operation, file.formats);
}
