import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../api/routes/routes.ts';
import { BUNDLE_OPTIONS } from '../../lib/constructs/bundle-settings.ts';

const FUNCTIONS = [...new Set(ROUTES.map((route) => route.function))];
const OF_THE_DOCUMENT =
  /^api\/(openapi|events)\/|^api\/problems\/problem(s-page|-help)\.ts$|^api\/roles\/(authorisation|two-people)/;

/** The project's own files in a bundle of one entry; libraries stay outside. */
async function filesIn(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: [entry],
    outdir: 'unwritten',
    write: false,
    metafile: true,
    packages: 'external',
  });
  return Object.entries(metafile.outputs).flatMap(([, { inputs }]) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [file] : [],
    ),
  );
}

const schemasIn = (files: readonly string[]) =>
  files.filter((file) => file.startsWith('api/routes/'));

describe.each(FUNCTIONS)('the bundle of %s', (name) => {
  it('holds the declarations and schemas of its own routes, and nothing of the document', async () => {
    const files = await filesIn(`functions/${name}/handler.ts`);
    const declared = `api/routes/declared/${name}.ts`;
    expect(files.filter((file) => file.startsWith('api/routes/declared/'))).toEqual([declared]);
    const own = schemasIn(await filesIn(declared));
    const constants = ['api/routes/exports.ts', 'api/routes/no-query.ts'];
    expect(schemasIn(files).filter((file) => ![...own, ...constants].includes(file))).toEqual([]);
    expect(files.filter((file) => OF_THE_DOCUMENT.test(file))).toEqual([]);
  });
});
