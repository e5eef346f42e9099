/*
 * The source of the measured process, run as plain JavaScript so that nothing but Node itself starts before
 * the bundle. Arguments: the bundle, the file with the event. What it measured goes to descriptor 3: the
 * functions write their logs to the others.
 */
export const CHILD = `
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [, , bundle, eventFile] = process.argv;
const event = JSON.parse(readFileSync(eventFile, 'utf8'));
const calls = [];
subscribe('http.client.request.start', ({ request }) => {
  calls.push({ target: request.getHeader('x-amz-target') ?? null, host: request.getHeader('host') ?? '', agent: String(request.getHeader('user-agent') ?? '') });
});
const began = performance.now();
const { handler } = await import(pathToFileURL(bundle).href);
const loaded = performance.now();
let failed = null;
const context = {
  awsRequestId: 'bench', functionName: 'bench', functionVersion: '1', memoryLimitInMB: '512',
  invokedFunctionArn: 'arn:aws:lambda:local:000000000000:function:bench',
  getRemainingTimeInMillis: () => 30_000,
};
try { await handler(event, context); } catch (error) { failed = String(error); }
const answered = performance.now();
writeSync(3, JSON.stringify({ loadMs: loaded - began, initMs: loaded, firstMs: answered - loaded, failed, calls }));
process.exit(0);
`;
