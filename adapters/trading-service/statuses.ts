import type { Statuses } from '../http-client/classify-attempt.ts';

/** The meaning of each status of this service for a POST; any other is unclear. */
export const STATUSES: Statuses = {
  /**
   * The service says that it refused the request itself. 408, 409, 425 and 429 are not among them: they describe the
   * moment or a state, and an intermediary may have sent them.
   */
  refused: new Set([400, 401, 403, 404, 422]),
  /** The only success the reference names (4.2). Another 2xx comes from an unknown service. */
  understood: 200,
};
