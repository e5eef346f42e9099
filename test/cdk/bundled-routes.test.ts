import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../api/openapi/operation-names.ts';
import { ROUTES } from '../../api/routes/routes.ts';
import { BUNDLE_OPTIONS } from '../../lib/constructs/bundle-settings.ts';
import { writeFilesBeside } from '../../lib/constructs/files-beside.ts';

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

describe('the document of the API', () => {
  it('lies compressed beside the code of query-ledger, and says what docs/openapi.json says', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sluice-beside-'));
    try {
      const bytes = writeFilesBeside('query-ledger', folder);
      const packed = await readFile(path.join(folder, 'openapi.json.br'));
      const schemas = await readFile(path.join(folder, 'events.schema.json.br'));
      const document = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
      const operations = await readFile(path.join(folder, 'operations.json.br'));
      expect(packed.length + schemas.length + operations.length).toBe(bytes);
      expect(JSON.parse(brotliDecompressSync(packed).toString('utf8'))).toEqual(document);
      // A bundle of the one module reads the file beside it.
      await build({
        ...BUNDLE_OPTIONS,
        entryPoints: ['functions/query-ledger/documents.ts'],
        outdir: folder,
      });
      const bundled = await import(/* @vite-ignore */ path.join(folder, 'index.mjs'));
      expect(await bundled.openApiDocument()).toEqual(document);
      expect(await bundled.eventSchemas()).toEqual(
        JSON.parse(await readFile('docs/events.schema.json', 'utf8')),
      );
      const roles = ROUTES.map((route) => ({
        operationId: OPERATION_NAMES[route.key].operationId,
        route: route.key,
        roles: route.roles,
      }));
      const byRoute = (one: { route: string }, other: { route: string }) =>
        one.route < other.route ? -1 : 1;
      expect((await bundled.readOperations()).toSorted(byRoute)).toEqual(roles.toSorted(byRoute));
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is in no bundle as code', async () => {
    const files = await filesIn('functions/query-ledger/handler.ts');
    expect(files.filter((file) => file.startsWith('docs/'))).toEqual([]);
  });
});
