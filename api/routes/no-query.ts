import * as z from 'zod/mini';

/** The query parameter of every route that chooses among the tenants that a caller may see. */
export const TENANT_PARAMETER = 'tenant';

/** For a route without parameters: it refuses any that it would ignore. */
export const noQuery = z.strictObject({});
