import type { Role } from '../roles/roles.ts';
import type { Declaration, Method } from './declare.ts';
import { HALT } from './declared/halt.ts';
import { MANAGE_BREAKS } from './declared/manage-breaks.ts';
import { MANAGE_INSTRUCTIONS } from './declared/manage-instructions.ts';
import { MANAGE_POLICY } from './declared/manage-policy.ts';
import { MANAGE_WEBHOOKS } from './declared/manage-webhooks.ts';
import { PLACE_TRADE } from './declared/place-trade.ts';
import { PREVIEW_POLICY } from './declared/preview-policy.ts';
import { QUERY_LEDGER } from './declared/query-ledger.ts';
import { QUERY_MARKET } from './declared/query-market.ts';
import { QUERY_REPORTS } from './declared/query-reports.ts';
import { READ_EXPORT } from './declared/read-export.ts';
import { SETTLE_INSTRUCTION } from './declared/settle-instruction.ts';

/*
 * Every route there is. The stacks make them, the documents show them. A function imports only its own declarations,
 * so that its bundle has the schemas of no other.
 */

const DECLARED = [
  QUERY_LEDGER,
  QUERY_REPORTS,
  QUERY_MARKET,
  MANAGE_INSTRUCTIONS,
  PLACE_TRADE,
  SETTLE_INSTRUCTION,
  HALT,
  MANAGE_POLICY,
  PREVIEW_POLICY,
  MANAGE_BREAKS,
  READ_EXPORT,
  MANAGE_WEBHOOKS,
] as const;

type KeyOf<Each> = Each extends { readonly routes: infer Routes } ? keyof Routes & string : never;

/** The key of a route: "GET /v1/lanes". */
export type DeclaredKey = KeyOf<(typeof DECLARED)[number]>;

type DeclaredTable = (typeof DECLARED)[number]['routes'];

/** The declaration under a key. */
export type DeclarationOf<Key extends DeclaredKey> = Extract<
  DeclaredTable,
  Readonly<Record<Key, Declaration>>
>[Key];

/** The functions behind the API. */
export type ApiFunction = (typeof DECLARED)[number]['function'];

/** One route, with the facts in its key. */
export interface Route {
  readonly key: DeclaredKey;
  readonly method: Method;
  readonly path: string;
  readonly function: ApiFunction;
  /** A caller needs one of these. */
  readonly roles: readonly Role[];
  readonly declaration: Declaration;
}

export const ROUTES: readonly Route[] = DECLARED.flatMap((declared) =>
  Object.entries<Declaration>(declared.routes).map(([key, declaration]) => {
    const [method, path] = key.split(' ') as [Route['method'], string];
    const { roles } = declaration;
    return {
      key: key as DeclaredKey,
      method,
      path,
      function: declared.function,
      roles,
      declaration,
    };
  }),
);

/** As API Gateway names a route: "GET /v1/lanes". */
export function routeKeyOf({ key }: Pick<Route, 'key'>): DeclaredKey {
  return key;
}
