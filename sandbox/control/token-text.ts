import * as z from 'zod';

/** A token as a bearer header can carry it (RFC 6750), long enough not to be a slip of the hand. */
export const tokenText = z
  .string()
  .min(8)
  .max(4_096)
  .regex(/^[A-Za-z0-9\-._~+/]+=*$/, 'expected letters, digits and -._~+/ only');
