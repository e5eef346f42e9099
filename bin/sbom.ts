import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/*
 * npm run sbom: the packages of functions, console and command line, as CycloneDX. npm's own `--omit dev` leaves out each package
 * that a tool of the project uses as well, zod among them: so npm lists all, and the lock file says which of them are no tool's alone.
 */

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly devOptional?: true;
}

interface Sbom {
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const LIST = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
/** All packages of the project, the tools' too: 2 MB today. */
const MOST_BYTES = 64_000_000;

/** `node_modules/zod` -> `zod` */
function nameIn(folder: string): string {
  return folder.replace(/^.*node_modules\//, '');
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const deployed = new Set(
  Object.entries(packages)
    .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
    .map(([folder, { name, version }]) => `${name ?? nameIn(folder)}@${version}`),
);

const all: Sbom = JSON.parse(
  execFileSync('npm', LIST, { encoding: 'utf8', maxBuffer: MOST_BYTES }),
);
const listed: Sbom = {
  ...all,
  components: all.components.filter((each) => deployed.has(each['bom-ref'])),
  dependencies: all.dependencies
    .filter(({ ref }) => deployed.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => deployed.has(on)) })),
};
process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`);
