import { expect, it } from 'vitest';
import { readStage } from '../../lib/stages/read-stage.ts';
import { withEverything } from '../../lib/stages/with-everything.ts';
import { supportOf } from '../../local/assembly/resource-types.ts';
import { synthesised } from './synthesised.ts';

it('one machine knows how to deal with every type of resource that a stage may have', () => {
  const { all } = synthesised(withEverything(readStage('dev')));
  const types = [...all.values()].flatMap((template) =>
    Object.values(template.toJSON().Resources as Record<string, { Type: string }>).map(
      ({ Type }) => Type,
    ),
  );
  expect(types.length).toBeGreaterThan(100);
  expect([...new Set(types)].filter((type) => supportOf(type) === 'unknown')).toEqual([]);
});
