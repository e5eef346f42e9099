import * as z from 'zod';

const text = z.string().min(1);

const service = {
  TOKEN_SECRET_ARN: text,
  SERVICE_BASE_URL: z.url(),
  SERVICE_QUERY_TOKEN: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  SIDE_CASING: z.enum(['capitalised', 'lower', 'upper']).default('capitalised'),
};

export const takeSnapshotEnvironment = z.object({
  SNAPSHOTS_TABLE: text,
  REPORTING_CURRENCY: text,
  ...service,
});

export const runSweepsEnvironment = z.object({ LEDGER_TABLE: text });

export const sendWithdrawalEnvironment = z.object({ LEDGER_TABLE: text, ...service });

export const placeTradeEnvironment = z.object({
  LEDGER_TABLE: text,
  CLIENT_ID: text,
  ...service,
});

export const readTreasuryEnvironment = z.object({
  SNAPSHOTS_TABLE: text,
  LEDGER_TABLE: text,
  CLIENT_ID: text,
});

export const watchdogEnvironment = z.object({
  SNAPSHOTS_TABLE: text,
  LEDGER_TABLE: text,
  SEND_WITHDRAWAL_FUNCTION: text,
});

/** A function that was deployed with a variable missing or wrong: said once, at its start. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** Reads a function's environment once, at its start. Names the variable, never its value. */
export function readEnvironment<T>(
  schema: z.ZodType<T>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): T {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new EnvironmentError(`the function's environment is not usable: ${problems.join('; ')}`);
}
