import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Some five hundred modules: their compiled code is kept beside the assembly, for the next start. npm gives the folder in
// the environment already: so that this file is not read by a stripper of types, which takes 10 MB.
enableCompileCache(path.resolve(import.meta.dirname, '../.sluice/compile-cache'));
const { commandOptions } = await import('../local/command/command-options.ts');
const { beginDemoData } = await import('../local/demo-data/begin-demo-data.ts');

const options = commandOptions('start', 'Sluice on this machine', process.argv.slice(2));
// What takes longest begins first, in a process of its own.
const demoData = beginDemoData(options.stack);
const { runStart } = await import('../local/command/start.ts');

await runStart(options, demoData);
