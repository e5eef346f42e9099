/** Whether the rule, and what it rests on, is what it has to be. */
export type RuleFact =
  | { readonly limit: 'rule'; readonly code: 'unreadable-rule' }
  | {
      readonly limit: 'enabled';
      readonly code: 'enabled';
      readonly label: string;
      readonly enabled: boolean;
    }
  | {
      readonly limit: 'rule';
      readonly code: 'rule-version';
      /** Which the instruction came from. */
      readonly decidedBy: RuleVersion;
      /** Null if there is no such rule any more. */
      readonly current: RuleVersion | null;
    };

interface RuleVersion {
  readonly ruleId: string;
  readonly version: number;
}
