import type { NoPerson } from '../../actor.ts';
import type { SaidOf } from '../said.ts';

export const ACTORS: SaidOf<NoPerson> = {
  rule: ({ ruleId }) => `Regel ${ruleId}`,
  'trade-limits': () => 'die Handelslimits',
};
