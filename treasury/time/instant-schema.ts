import * as z from 'zod/mini';

/** An instant where it is read: milliseconds and Z, so that the order of the texts is the order of the moments. */
export const instant = z.iso.datetime({ precision: 3 });
