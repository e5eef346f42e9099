/** What a decision rests on, of which a later version of Sluice may have written more than this one can read. */
export type ReadPart = 'rule' | 'account' | 'controls' | 'halt' | 'lane' | 'other-lane';

/** Whether the rule, and what it rests on, is what it has to be. */
export type RuleFact =
  | {
      readonly limit: 'version';
      readonly code: 'newer-version';
      readonly part: ReadPart | { readonly calendarId: string };
    }
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
