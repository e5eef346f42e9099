import type { Statuses } from '../http-client/classify-attempt.ts';

/** What each status of this service means for a POST; whatever does not stand here is unclear. */
export const STATUSES: Statuses = {
  /**
   * The service says that it refused the request itself. 408, 409, 425 and 429 are not among them: they speak of the
   * moment or of a state, and an intermediary may have said them.
   */
  refused: new Set([400, 401, 403, 404, 422]),
  /** The only success the reference names (4.2). Another 2xx is a service we do not know. */
  understood: 200,
};
