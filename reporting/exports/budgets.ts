/**
 * Milliseconds that a report may take to be the response itself: below the 15 s of the function, with enough left to
 * send it, and far below the 29 s after which API Gateway gives up.
 */
export const ANSWER_MS = 8_000;

/** Bytes of a file that is the response itself: as base64 it is 5.4 MB, below Lambda's 6 MB. */
export const ANSWER_BYTES = 4_000_000;

/**
 * Minutes after which an export that is still not there will not come any more: the writer's 15 minutes, its one
 * retry, and the waits of the platform between them.
 */
export const EXPORT_LOST_AFTER_MINUTES = 60;
