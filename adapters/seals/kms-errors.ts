import { SealsUnavailableError } from '../../treasury/seals/ports.ts';

/**
 * KMS's own failure by its name alone: its messages hold ARNs and the caller of the request. `keepsCause`: for a log;
 * never where the request held a secret.
 */
export function unavailable(error: unknown, { keepsCause }: { readonly keepsCause: boolean }) {
  if (error instanceof SealsUnavailableError) return error;
  const name = error instanceof Error ? error.name : typeof error;
  return new SealsUnavailableError(
    `KMS could not be asked: ${name}`,
    keepsCause ? { cause: error } : undefined,
  );
}
