import type { NoPerson } from '../../actor.ts';
import type { SaidOf } from '../said.ts';

export const ACTORS: SaidOf<NoPerson> = {
  rule: ({ ruleId }) => `rule ${ruleId}`,
  'trade-limits': () => 'the trade limits',
};
