import { NO_SWEEP_REASONS, traitsOf } from '../../treasury/decisions/decision.ts';
import { fieldTable } from './field-tables.ts';
import { policySchemaDocument } from './policy-schema-document.ts';

/** Around the table of one part of the policy in docs/policy.md. */
const TABLE = /<!-- fields: (\w+) -->\n[\s\S]*?<!-- end of fields -->/g;

const REASONS = /<!-- consuming reasons -->[\s\S]*?<!-- end of consuming reasons -->/g;

/** The page docs/policy.md with its tables and lists as the schemas have them; the text around them is written by hand. */
export function policyPage(page: string): string {
  const document = policySchemaDocument();
  const filled = page.replaceAll(
    TABLE,
    (_, part: string) =>
      `<!-- fields: ${part} -->\n\n${fieldTable(document, part)}\n\n<!-- end of fields -->`,
  );
  return filled.replaceAll(
    REASONS,
    `<!-- consuming reasons -->\n${consuming()}\n<!-- end of consuming reasons -->`,
  );
}

/** The reasons after which an occurrence of a schedule is decided. */
function consuming(): string {
  return NO_SWEEP_REASONS.filter((reason) => traitsOf(reason).usesUp === true)
    .map((reason) => `\`${reason}\``)
    .join(', ');
}
