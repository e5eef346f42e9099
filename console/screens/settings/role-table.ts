import * as z from 'zod/mini';

/** Roles in the order in which the documents name them, with what each is for. */
export const ROLES = {
  viewer: 'Sees balances, sweeps and reports',
  trader: 'Places trades',
  treasurer: 'Asks for changes of rules, accounts and limits',
  approver: 'Approves what others ask for',
  admin: 'Stops and starts everything',
} as const;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** As much of the API's document as says who may call what. */
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  'x-roles': z.array(z.string()),
});
const METHODS = ['get', 'post', 'put', 'delete'] as const;
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export interface Permission {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /** Whether it changes something: those come first. */
  readonly isWrite: boolean;
  readonly roles: readonly string[];
}

/** Who may do what, as the API's own document has it; what changes something first. */
export function permissionsOf(openApi: unknown): readonly Permission[] {
  const { paths } = document.parse(openApi);
  const found = Object.values(paths).flatMap((path) =>
    METHODS.flatMap((method) => {
      const parsed = operation.safeParse(path[method]);
      if (!parsed.success) return [];
      const { operationId, summary, tags, 'x-roles': roles } = parsed.data;
      return [{ operationId, summary, tag: tags[0] ?? '', isWrite: method !== 'get', roles }];
    }),
  );
  return found.toSorted((left, right) => Number(right.isWrite) - Number(left.isWrite));
}
