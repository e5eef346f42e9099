import { afterAll, beforeAll, vi } from 'vitest';
import { readStage } from '../../../lib/stages/read-stage.ts';
import type { LocalModel } from '../../../local/assembly/model.ts';
import { readAssembly } from '../../../local/assembly/read-assembly.ts';
import { ApiServer } from '../../../local/http/api-server.ts';
import { serveFront } from '../../../local/http/front-server.ts';
import { withoutLimits } from '../../../local/http/throttle.ts';
import { identityKeys } from '../../../local/identity/identity-keys.ts';
import { createIdentity } from '../../../local/identity/identity-provider.ts';
import { type Listening, listen } from '../../../local/network/listen.ts';
import { record } from '../../canary/record.ts';
import { recordOutput } from '../../canary/record-output.ts';
import { assemblyOnce } from '../../cdk/assembly-once.ts';
import { type Deployed, deployFunctions } from '../functions/deployed-functions.ts';
import { type Engine, startEngine } from '../store/engine.ts';
import { tokenMaker } from './presented.ts';

/** All functions, the engine and a whole synthesis: seconds, unless the machine has others to serve as well. */
const STARTING_MS = 120_000;

interface Served {
  readonly url: string;
  readonly deployed: Deployed;
  /** Makes tokens that the authoriser takes, and some that it does not. */
  readonly tokens: Awaited<ReturnType<typeof tokenMaker>>;
  /** The client for programs, and who issues its tokens. */
  readonly program: { readonly client: string; readonly issuer: string };
}

/**
 * The real functions behind the routes and the authoriser of the synthesised templates, once for the file.
 * Asked for within a test.
 */
export function servedForTheFile(limits: 'limited' | 'unlimited' = 'unlimited'): () => Served {
  let engine: Engine;
  let listening: Listening;
  let served: Served;
  beforeAll(async () => {
    recordOutput();
    engine = await startEngine();
    const deployed = await deployFunctions(engine, {}, 'agreed');
    const front: Front = { serve: async () => undefined };
    listening = await listen(0, 'a test', (...asked) => front.serve(...asked));
    served = await serveModel(synthesised(), deployed, listening, front, limits);
  }, STARTING_MS);
  afterAll(async () => {
    await listening.close();
    await served.deployed.stop();
    await engine.stop();
    vi.restoreAllMocks();
  });
  return () => served;
}

interface Front {
  serve: Parameters<typeof listen>[2];
}

/** As the command line synthesises, without bundling: what is in the bundles runs in here. */
function synthesised(): LocalModel {
  return readAssembly(assemblyOnce(readStage('dev')).directory);
}

async function serveModel(
  { apis, functions, userPools }: LocalModel,
  deployed: Deployed,
  { url, port }: Listening,
  front: Front,
  limits: 'limited' | 'unlimited',
): Promise<Served> {
  const keys = await identityKeys(null);
  const [api] = apis;
  if (api === undefined) throw new Error('there is no API');
  const clients = userPools.flatMap((pool) => pool.clients);
  const identity = createIdentity({ baseUrl: url, clients, keys });
  const nameOf = (deployedName: string) =>
    functions.find(({ name }) => name === deployedName)?.environment.POWERTOOLS_SERVICE_NAME ?? '';
  const server = new ApiServer({
    // Where each route is asked by everybody within a second, what is tested is who may.
    api: limits === 'limited' ? api : withoutLimits(api),
    functions: {
      invoke: async (name, payload) => {
        const answer = await deployed.invoke(nameOf(name), JSON.parse(payload));
        return { ok: true, payload: JSON.stringify(answer) };
      },
    },
    issuerFor: () => identity.issuer,
  });
  const events = { latest: () => [] };
  const failed = (error: unknown) => record('a request failed', String(error));
  front.serve = (...asked) =>
    serveFront({ api: server, identity, events, port, welcome: [], failed }, ...asked);

  const idOf = (isMachine: boolean) =>
    clients.find((client) => client.isMachine === isMachine)?.id ?? 'missing';
  const { issuer } = identity;
  const ids = { person: idOf(false), program: idOf(true) };
  const tokens = await tokenMaker({ issuer, keys, clients: ids });
  return { url, deployed, tokens, program: { client: ids.program, issuer } };
}
