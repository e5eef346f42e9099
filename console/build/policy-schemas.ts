import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** What screens import, and the kinds that it has, by their names in the policy's schema. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'virtual:rule-schemas': ['SweepRuleBody', 'MatchingRuleBody'],
  'virtual:webhook-schema': ['WebhookBody'],
  'virtual:controls-schema': ['ControlsBody'],
};

const POLICY_SCHEMA = path.resolve(import.meta.dirname, '../../docs/policy.schema.json');

/**
 * Parts of the policy's schema as modules: fields, units, bounds and help of the forms come from the contract, and the
 * rest of the document is not shipped.
 */
export function policySchemas(): Plugin {
  return {
    name: 'sluice-policy-schemas',
    resolveId: (id) => (id in MODULES ? `\0${id}` : null),
    load(id) {
      const kinds = MODULES[id.slice(1)];
      if (!id.startsWith('\0') || kinds === undefined) return null;
      this.addWatchFile(POLICY_SCHEMA);
      const part = partOf(readFileSync(POLICY_SCHEMA, 'utf8'), kinds);
      return `export default ${JSON.stringify(part)};`;
    },
  };
}

/** The definitions of the kinds, and those that they refer to, whose names begin alike. */
function partOf(text: string, kinds: readonly string[]): Readonly<Record<string, unknown>> {
  const { $defs } = JSON.parse(text) as { readonly $defs: Readonly<Record<string, unknown>> };
  return Object.fromEntries(
    Object.entries($defs).filter(([name]) => kinds.some((kind) => name.startsWith(kind))),
  );
}
