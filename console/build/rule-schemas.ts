import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What the rule editor imports to get the schemas of the rules that it edits. */
const MODULE = 'virtual:rule-schemas';

const POLICY_SCHEMA = path.resolve(import.meta.dirname, '../../docs/policy.schema.json');

/** Kinds of rules that the editor has, by their names in the policy's schema. */
const KINDS = ['SweepRuleBody'] as const;

/**
 * The part of the policy's schema that describes rules, as a module: fields, units, bounds and help of the editor come
 * from the contract, and the rest of the document is not shipped.
 */
export function ruleSchemas(): Plugin {
  return {
    name: 'sluice-rule-schemas',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      this.addWatchFile(POLICY_SCHEMA);
      return `export default ${JSON.stringify(partOf(readFileSync(POLICY_SCHEMA, 'utf8')))};`;
    },
  };
}

/** The definitions of the kinds, and those that they refer to, whose names begin alike. */
function partOf(text: string): Readonly<Record<string, unknown>> {
  const { $defs } = JSON.parse(text) as { readonly $defs: Readonly<Record<string, unknown>> };
  return Object.fromEntries(
    Object.entries($defs).filter(([name]) => KINDS.some((kind) => name.startsWith(kind))),
  );
}
