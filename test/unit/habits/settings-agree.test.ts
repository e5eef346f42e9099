import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const read = (file: string): string => readFileSync(file, 'utf8');

const manifest = z
  .object({
    license: z.string(),
    engines: z.object({ node: z.string() }),
    devDependencies: z.record(z.string(), z.string()),
    workspaces: z.array(z.string()),
  })
  .parse(JSON.parse(read('package.json')));

/** The oldest version of each line, as in `^22.22.2 || ^24.15.0 || >=26.0.0`. */
const oldest = manifest.engines.node
  .split(' || ')
  .map((line) => /^(?:\^|>=)(\d+\.\d+\.\d+)$/.exec(line)?.[1] ?? `not a line: ${line}`);

describe('the version of Node.js', () => {
  it('is the same in .node-version and in the package that scripts run with', () => {
    expect(read('.node-version').trim()).toBe(manifest.devDependencies.node);
  });

  it('is said by the README as engines has it', () => {
    const readme = read('README.md');
    expect(readme).toContain(`\`${manifest.engines.node}\``);
    for (const version of oldest) expect(readme.split('## ')[0]).toContain(version);
  });

  it('is tried by the workflow: the oldest of each line, and the very oldest on macOS as well', () => {
    const { jobs } = z
      .object({
        jobs: z.record(
          z.string(),
          z.object({
            strategy: z.optional(
              z.object({ matrix: z.record(z.string(), z.array(z.string())) }).loose(),
            ),
          }),
        ),
      })
      .parse(parse(read('.github/workflows/ci.yml')));
    expect(jobs.engines?.strategy?.matrix).toEqual({ node: oldest });
    const platforms = jobs.platforms?.strategy?.matrix;
    expect(platforms?.node).toEqual(oldest.slice(0, 1));
    expect(platforms?.os).toContainEqual(expect.stringMatching(/^macos-\d+$/));
  });

  it('is taken from .node-version wherever it is not the matter', () => {
    for (const name of ['ci', 'deploy']) {
      const versions = read(`.github/workflows/${name}.yml`).match(/node-version.*/g) ?? [];
      const others = new Set(versions);
      others.delete('node-version-file: .node-version');
      others.delete('node-version: $' + '{{ matrix.node }}');
      expect([...others]).toEqual([]);
    }
  });
});

describe('settings that stand in two places', () => {
  it('are the same for editors and for Biome', () => {
    const { formatter } = JSON.parse(read('biome.json'));
    const [everywhere = ''] = read('.editorconfig').split('[*.md]');
    expect(everywhere).toContain(`indent_style = ${formatter.indentStyle}\n`);
    expect(everywhere).toContain(`indent_size = ${formatter.indentWidth}\n`);
    expect(everywhere).toContain(`max_line_length = ${formatter.lineWidth}\n`);
  });

  it('are the same in LICENSE and package.json', () => {
    expect(read('LICENSE').split('\n')[0]).toBe(manifest.license);
  });

  it('are the same in package.json and its lock, which names no registry', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    expect(packages[''].engines).toEqual(manifest.engines);
    expect(packages[''].devDependencies).toEqual(manifest.devDependencies);
    const places = Object.values<{ resolved?: string; link?: boolean }>(packages).flatMap(
      // A link leads to a folder of the workspace.
      ({ resolved, link }) => (resolved === undefined || link ? [] : [resolved]),
    );
    expect(places).toEqual([]);
    const links = Object.values<{ resolved?: string; link?: boolean }>(packages).flatMap(
      ({ resolved, link }) => (link ? [resolved] : []),
    );
    expect(links).toEqual(manifest.workspaces);
  });
});
