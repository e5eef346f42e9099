import { NO_SWEEP_REASONS, traitsOf } from '../../treasury/decisions/decision.ts';
import type { Json } from '../openapi/json.ts';
import { ABSENT, fieldTable } from './field-tables.ts';
import { POLICY_PARTS, policySchemaDocument } from './policy-schema-document.ts';

/** Around the table of one part of the policy in docs/policy.md. */
const TABLE = /<!-- fields: (\w+) -->\n[\s\S]*?<!-- end of fields -->/g;

/** The list of what a policy consists of. */
const PARTS = /<!-- parts -->[\s\S]*?<!-- end of parts -->/g;

const REASONS = /<!-- consuming reasons -->[\s\S]*?<!-- end of consuming reasons -->/g;

/** The page docs/policy.md with its tables and lists as the schemas have them; the text around them is written by hand. */
export function policyPage(page: string): string {
  const document = policySchemaDocument();
  const described = new Set<string>();
  const filled = page
    .replaceAll(TABLE, (_, part: string) => {
      described.add(part);
      return `<!-- fields: ${part} -->\n\n${fieldTable(document, part)}\n\n<!-- end of fields -->`;
    })
    .replaceAll(PARTS, `<!-- parts -->\n\n${parts(document)}\n\n<!-- end of parts -->`);
  const missing = POLICY_PARTS.filter((part) => !described.has(part));
  if (missing.length > 0) throw new Error(`no table of ${missing.join(', ')} is in the page`);
  return filled.replaceAll(
    REASONS,
    `<!-- consuming reasons -->\n${consuming()}\n<!-- end of consuming reasons -->`,
  );
}

/** What a policy file holds, and in which field. */
function parts({ properties, required }: Json): string {
  return Object.entries(properties as Record<string, Json>)
    .filter(([name]) => name !== '$schema')
    .map(([name, { description }]) => {
      const isRequired = (required as readonly string[]).includes(name);
      const text = String(description).split(ABSENT)[0];
      return `- \`${name}\`${isRequired ? '' : ' (if there are any)'}: ${text}`;
    })
    .join('\n');
}

/** The reasons after which an occurrence of a schedule is decided. */
function consuming(): string {
  return NO_SWEEP_REASONS.filter((reason) => traitsOf(reason).usesUp === true)
    .map((reason) => `\`${reason}\``)
    .join(', ');
}
