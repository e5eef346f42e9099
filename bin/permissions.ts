import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { permissionsPage } from '../lib/permissions/permissions-page.ts';
import { readPermissions } from '../lib/permissions/read-permissions.ts';
import { readStage } from '../lib/stages/read-stage.ts';
import { STAGES } from '../lib/stages/stage-configuration.ts';
import { templatesOf } from '../lib/templates-of.ts';

/** Writes docs/permissions.md, of the first stage as one that keeps its data: the others differ in names and numbers only. */
const target = path.resolve(import.meta.dirname, '../docs/permissions.md');
const [stage] = STAGES;
await writeFile(
  target,
  permissionsPage(readPermissions(templatesOf({ ...readStage(stage), data: 'retain' }))),
);
process.stdout.write(`written: ${path.relative(process.cwd(), target)}\n`);
