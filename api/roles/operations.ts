import * as z from 'zod/mini';
import { ROLES, type Role } from './roles.ts';

/** An operation of the API, and the roles that its route accepts. */
export interface OperationRoles {
  readonly operationId: string;
  /** As API Gateway names it: "GET /v1/lanes". */
  readonly route: string;
  readonly roles: readonly Role[];
}

const METHODS = ['get', 'put', 'post', 'delete'] as const;

const documented = z.object({
  operationId: z.string(),
  'x-roles': z.array(z.enum(ROLES)),
});

const documentOfRoles = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/**
 * Every operation with its roles, from the API's document, which is made of the declared routes. A function that has
 * only its own declarations reads there who may do what elsewhere.
 */
export function operationsIn(document: unknown): readonly OperationRoles[] {
  const { paths } = z.parse(documentOfRoles, document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => Object.hasOwn(methods, method)).map((method) => {
      const { operationId, 'x-roles': roles } = z.parse(documented, methods[method]);
      return { operationId, route: `${method.toUpperCase()} ${path}`, roles };
    }),
  );
}
