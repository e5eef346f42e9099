import * as z from 'zod/mini';

/** The query parameter of every route that chooses among the tenants that a caller may see. */
export const TENANT_PARAMETER = 'tenant';

/** Of a route without parameters: it refuses what it would not heed. */
export const noQuery = z.strictObject({});
