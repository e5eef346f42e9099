import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { DOCUMENT, type Operation } from './document.ts';

/** Under this name the document is known to the validator. */
const NAME = 'sluice';

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  int64: { type: 'number', validate: Number.isSafeInteger },
} as const;

// The document has keywords of OpenAPI beside those of JSON Schema; a format that is not known fails.
const ajv = new Ajv2020({ strict: false, allErrors: false, formats: FORMATS, inlineRefs: false });
ajv.addSchema(DOCUMENT, NAME);

const compiled = new Map<string, ValidateFunction>();

/** What of an answer the document does not have so; null where it fits. */
export function misfit(
  operation: Operation,
  status: number,
  type: string,
  value: unknown,
): string | null {
  const target = refersTo(operation, status, type);
  const validate = compiled.get(target) ?? ajv.compile({ $ref: `${NAME}${target}` });
  compiled.set(target, validate);
  if (validate(value)) return null;
  return ajv.errorsText(validate.errors, { dataVar: 'answer', separator: '; ' });
}

/** Where the schema of an answer stands; a named one, which many answers share, under its name. */
function refersTo(
  { template, method, responses }: Operation,
  status: number,
  type: string,
): string {
  const named = responses[status]?.content?.[type]?.schema.$ref;
  if (named !== undefined) return named;
  const steps = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content'];
  return `#/${[...steps, type, 'schema'].map(escaped).join('/')}`;
}

/** A step of a JSON pointer in a URI fragment. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
