/*
 * A function's worker: loads the bundle as Lambda would and runs one invocation after the other.
 * The environment is the function's own; nothing of the person's shell is in it. JavaScript, since each worker
 * would load Node's stripper of types for itself: 9 MB and 18 ms of each. messages.ts has what comes and goes.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const ENDINGS = ['.mjs', '.js', '.cjs'];

const loading = load(workerData);
// The invoker is told; a rejection without a listener so far must not end the worker.
loading.catch(() => undefined);

parentPort?.on('message', (message) => {
  void run(message).then((outcome) => parentPort?.postMessage(outcome));
});

async function run({ requestId, ...message }) {
  try {
    const handler = await loading;
    const answer = await handler(JSON.parse(message.payload), contextOf({ requestId, ...message }));
    return { requestId, payload: JSON.stringify(answer) ?? 'null' };
  } catch (error) {
    return { requestId, error: shown(error) };
  }
}

async function load({ bundleFolder, handler }) {
  const dot = handler.lastIndexOf('.');
  const base = path.join(bundleFolder, handler.slice(0, dot));
  const file = ENDINGS.map((ending) => `${base}${ending}`).find((candidate) =>
    existsSync(candidate),
  );
  if (file === undefined) throw new Error(`there is no ${base} with the ending of a module`);
  const module = await import(pathToFileURL(file).href);
  const exported = module[handler.slice(dot + 1)];
  if (typeof exported !== 'function') throw new Error(`${handler} is not a function`);
  return exported;
}

function contextOf({ requestId, deadlineMs, context }) {
  const { functionName, functionArn, memoryMb } = context;
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    logGroupName: `/local/${functionName}`,
    logStreamName: 'local',
    memoryLimitInMB: String(memoryMb),
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
}

function shown(error) {
  if (!(error instanceof Error)) {
    return { errorType: typeof error, errorMessage: String(error), trace: [] };
  }
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? '').split('\n'),
  };
}
