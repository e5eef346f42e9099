import { LocalStackError } from '../stack-error.ts';

/** True if an event source mapping's filter lets the record through. */
export type FilterPattern = (record: unknown) => boolean;

type Leaf = (value: unknown, present: boolean) => boolean;

/**
 * Compiles a filter pattern of Lambda (the rule language of EventBridge): objects nest, a list is
 * "any of these", `$or` is any of several patterns. Operators that are not known here are refused by
 * name, since a filter that lets the wrong records through is worse than none.
 */
export function compilePattern(text: string): FilterPattern {
  let pattern: unknown;
  try {
    pattern = JSON.parse(text);
  } catch {
    throw new LocalStackError(`the filter pattern ${text} is not JSON`);
  }
  return compileObject(pattern, '');
}

function compileObject(pattern: unknown, path: string): FilterPattern {
  if (!isObject(pattern)) {
    throw new LocalStackError(`the filter pattern at ${path || 'its top'} is not an object`);
  }
  const parts = Object.entries(pattern).map(([key, part]) => compileField(key, part, path));
  return (value) => parts.every((matches) => matches(value));
}

function compileField(key: string, part: unknown, path: string): FilterPattern {
  const at = path === '' ? key : `${path}.${key}`;
  if (key === '$or') {
    if (!Array.isArray(part)) throw new LocalStackError(`the filter's ${at} is not a list`);
    const choices = part.map((choice, index) => compileObject(choice, `${at}[${index}]`));
    return (value) => choices.some((matches) => matches(value));
  }
  if (Array.isArray(part)) {
    const leaves = part.map((entry) => compileLeaf(entry, at));
    return (value) => {
      const present = isObject(value) && Object.hasOwn(value, key);
      const found = present ? value[key] : undefined;
      const candidates = Array.isArray(found) ? found : [found];
      return candidates.some((candidate) => leaves.some((matches) => matches(candidate, present)));
    };
  }
  const inner = compileObject(part, at);
  return (value) => inner(isObject(value) ? value[key] : undefined);
}

function compileLeaf(entry: unknown, at: string): Leaf {
  if (!isObject(entry)) return (value, present) => present && value === entry;
  const [[operator, operand] = ['nothing', undefined], ...more] = Object.entries(entry);
  if (more.length > 0) throw new LocalStackError(`the filter's ${at} has several operators in one`);
  switch (operator) {
    case 'exists':
      return (_, present) => present === operand;
    case 'prefix': {
      const wanted = textOf(operand, operator, at);
      return (value) => typeof value === 'string' && value.startsWith(wanted);
    }
    case 'suffix': {
      const wanted = textOf(operand, operator, at);
      return (value) => typeof value === 'string' && value.endsWith(wanted);
    }
    case 'equals-ignore-case': {
      const wanted = textOf(operand, operator, at).toLowerCase();
      return (value) => typeof value === 'string' && value.toLowerCase() === wanted;
    }
    case 'anything-but':
      return compileAnythingBut(operand, at);
    case 'numeric':
      return compileNumeric(operand, at);
    default:
      throw new LocalStackError(`the filter's ${at} uses ${operator}, which is not served locally`);
  }
}

/** Holds for a field that is there and is none of these. */
function compileAnythingBut(operand: unknown, at: string): Leaf {
  if (isObject(operand)) {
    const inner = compileLeaf(operand, at);
    return (value, present) => present && !inner(value, present);
  }
  const unwanted = Array.isArray(operand) ? operand : [operand];
  return (value, present) => present && !unwanted.includes(value);
}

const COMPARISONS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** Numbers only: a number that DynamoDB's JSON carries as text is a text to a filter. */
function compileNumeric(operand: unknown, at: string): Leaf {
  const parts = Array.isArray(operand) ? operand : [];
  const bounds: ((value: number) => boolean)[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const compare = COMPARISONS[String(parts[index])];
    const bound: unknown = parts[index + 1];
    if (compare === undefined || typeof bound !== 'number') {
      throw new LocalStackError(`the filter's ${at} has a numeric comparison that makes no sense`);
    }
    bounds.push((value) => compare(value, bound));
  }
  if (bounds.length === 0) throw new LocalStackError(`the filter's ${at} compares with nothing`);
  return (value) => typeof value === 'number' && bounds.every((holds) => holds(value));
}

function textOf(operand: unknown, operator: string, at: string): string {
  if (typeof operand === 'string') return operand;
  throw new LocalStackError(`the filter's ${at} uses ${operator} with something else than a text`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
