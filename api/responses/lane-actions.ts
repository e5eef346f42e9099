import type { LaneActions } from '../../treasury/facts/sentences/lane-step-texts.ts';
import type { DeclaredKey } from '../routes/routes.ts';

/** The route of an action, as a sentence names it. */
function named(key: DeclaredKey, parameters: Readonly<Record<string, string>> = {}): string {
  return Object.entries(parameters).reduce<string>(
    (path, [name, value]) => path.replace(`{${name}}`, value),
    key,
  );
}

/** The routes by which people free a lane. */
export const LANE_ROUTES: LaneActions = {
  settle: (kind, id) =>
    named(kind === 'trade' ? 'POST /v1/trades/{id}/settle' : 'POST /v1/withdrawals/{id}/settle', {
      id,
    }),
  readUnbooked: (currency) => named('GET /v1/lanes/{currency}/unbooked', { currency }),
  concludeUnbooked: (currency) =>
    named('POST /v1/lanes/{currency}/unbooked/conclude', { currency }),
  rearm: () => named('POST /v1/lanes/rearm'),
  resume: () => named('POST /v1/controls/resume'),
};
