import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { fact } from './fact.ts';

const ruleVersion = record(() => ({ ruleId: z.string(), version: z.int() }));

export const RULE_FACTS = [
  fact('rule', 'unreadable-rule'),
  fact('enabled', 'enabled', () => ({ label: z.string(), enabled: z.boolean() })),
  fact('rule', 'rule-version', () => ({
    /** Which the instruction came from. */
    decidedBy: ruleVersion,
    /** Null if there is no such rule any more. */
    current: z.nullable(ruleVersion),
  })),
] as const;

/** Whether the rule, and what it rests on, is what it has to be. */
export type RuleFact = Stored<(typeof RULE_FACTS)[number]>;
