import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What the functions are bundled from, but for what only the document and the pages import. */
const BUNDLED =
  '{adapters,api/{callers,requests,routes,router},functions,reporting,runtime,treasury}/**/*.ts';

it('no schema that a function is bundled with carries a description', () => {
  const files = globSync(BUNDLED);
  expect(files.length).toBeGreaterThan(300);
  const described = files.filter((file) =>
    /z\.describe\(|z\.meta\(\{\s*description/.test(readFileSync(file, 'utf8')),
  );
  expect(described, 'api/openapi/descriptions is the place').toEqual([]);
});
