import type { ServiceLimits } from '../../adapters/http-client/limits.ts';
import type { FaultInput } from '../../sandbox/index.ts';
import { until } from '../waiting/until.ts';
import type { Scene } from './scene.ts';

type Happens = (scene: Scene) => Promise<void>;

/** The POST meets a fault of the service. */
export function meets(fault: FaultInput): Happens {
  return async (scene) => {
    scene.treasury.sandbox.queueFault({ on: `POST ${scene.path()}`, fault });
    await scene.deliver();
  };
}

/** Meets a service that hangs with a client that does not wait for long. */
export function hangsAt(fault: FaultInput): Happens {
  return async (scene) => {
    scene.treasury.sandbox.queueFault({ on: `POST ${scene.path()}`, fault });
    await scene.deliver({ service: scene.postingVia(scene.impatient()) });
  };
}

/** The service executes when its client no longer waits. */
export function late(connection: 'hang' | 'reset' = 'hang'): Happens {
  return async (scene) => {
    await hangsAt({ kind: 'execute-late', delayMs: 40, after: 'client-gone', connection })(scene);
    await until('the service carries it out', () =>
      scene.received().some(({ executed }) => executed),
    );
  };
}

/** The POST alone goes elsewhere. */
export async function postTo(
  scene: Scene,
  baseUrl: string,
  limits: Partial<ServiceLimits> = {},
): Promise<void> {
  const elsewhere = scene.treasury.serviceWith({ baseUrl, limits });
  await scene.deliver({ service: scene.postingVia(elsewhere) });
}
