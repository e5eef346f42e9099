import { enableCompileCache } from 'node:module';
import path from 'node:path';

// The compiled modules are kept beside the assembly, for the next time; bin/start.ts says more.
enableCompileCache(path.resolve(import.meta.dirname, '../.sluice/compile-cache'));
const { commandOptions } = await import('../local/command/command-options.ts');
const { beginDemoData } = await import('../local/demo-data/begin-demo-data.ts');

const says = 'one snapshot, one sweep run, its sends';
const options = commandOptions('once', says, process.argv.slice(2));
const demoData = beginDemoData(options.stack);
const { runOnce } = await import('../local/command/once.ts');

await runOnce(options, demoData);
