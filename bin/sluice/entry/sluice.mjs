#!/usr/bin/env node
import fs from 'node:fs';
import { isPermitted } from './permitted-node.mjs';

/*
 * `sluice`: what an earlier Node.js cannot parse is imported only if the version of this one is permitted. This file and
 * permitted-node.mjs are therefore written as Node.js 14 reads them; .node-version says what all others are written for.
 */

/** EXIT.wrongNode of exit-codes.ts, which an earlier Node.js cannot read. */
const WRONG_NODE = 8;

const manifest = JSON.parse(fs.readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const needed = manifest.engines.node;

if (isPermitted(process.versions.node, needed)) {
  await import('./start.mjs');
} else {
  const hint = '`npx sluice` and `npm run -s sluice --` bring the right one along.';
  const message = `sluice needs Node.js ${needed}, and this is ${process.versions.node}`;
  const error = { message, kind: 'wrongNode', exitCode: WRONG_NODE, code: null, status: null };
  const forPrograms = { error: { ...error, help: hint, fields: [], requestId: null } };
  process.stderr.write(
    process.argv.includes('--json') ? `${JSON.stringify(forPrograms)}\n` : `${message}. ${hint}\n`,
  );
  process.exitCode = WRONG_NODE;
}
