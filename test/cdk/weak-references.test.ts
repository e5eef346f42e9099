import { describe, expect, it } from 'vitest';
import { templatesOf } from '../../lib/templates-of.ts';
import { configured, type Properties } from './synthesised.ts';

const whole = configured({ analytics: true });

/** Every value below a key anywhere in the templates. */
function valuesOf(templates: ReadonlyMap<string, object>, key: string): readonly unknown[] {
  const found: unknown[] = [];
  const look = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === key) found.push(inner);
      look(inner);
    }
  };
  for (const template of templates.values()) look(template);
  return found;
}

describe('what a stack takes from another', () => {
  const templates = templatesOf(whole);

  it('is an output of a stack of the stage, and is never taken apart', () => {
    const taken = valuesOf(templates, 'Fn::GetStackOutput') as readonly Properties[];
    expect(taken.length).toBeGreaterThan(100);
    for (const { StackName, OutputName } of taken) {
      const source = templates.get(StackName) as Properties | undefined;
      expect(source?.Outputs[OutputName], `${StackName} ${OutputName}`).toBeDefined();
    }
    // The specification takes no list made of another stack's output, and cfn-lint refuses it.
    const splits = valuesOf(templates, 'Fn::Split').map((split) => JSON.stringify(split));
    expect(splits.filter((split) => /GetStackOutput|ImportValue/.test(split))).toEqual([]);
  });

  it('is imported where a region does not know weak references, by one switch', () => {
    const strong = templatesOf(whole, { '@aws-cdk/core:defaultCrossStackReferences': 'strong' });
    expect(valuesOf(strong, 'Fn::GetStackOutput')).toEqual([]);
    expect(valuesOf(strong, 'Fn::ImportValue').length).toBeGreaterThan(100);
  });
});
