import type { FunctionModel } from '../../local/assembly/model.ts';
import { functionEnvironment } from '../../local/functions/function-environment.ts';
import type { Stack } from '../../local/stack.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';

/** Whom a function calls: the engine, the other services of AWS, and the trading service. */
export type Callee = 'dynamodb' | 'services' | 'service';
export type Addresses = Readonly<Record<Callee, string>>;

/** A function of the template, by the name of its folder in functions/. */
export function modelOf({ model }: Pick<Stack, 'model'>, name: string): FunctionModel {
  const found = model.functions.find(
    ({ environment }) => environment.POWERTOOLS_SERVICE_NAME === name,
  );
  if (found === undefined) throw new Error(`the template has no function ${name}`);
  return found;
}

/** Where the functions of a stack find what they call. */
export function addressesOf({ runtime, service }: Stack): Addresses {
  const { engine, awsAccess } = runtime;
  return { dynamodb: engine.endpoint, services: awsAccess.url, service: service.url };
}

/** A function's environment as the stack gives it, with these addresses. */
export function environmentOf(
  { runtime }: Stack,
  model: FunctionModel,
  addresses: Addresses,
): Readonly<Record<string, string>> {
  const { secretKey, sessionToken } = runtime.awsAccess;
  const endpoints = { ...addresses, secretKey, sessionToken };
  return functionEnvironment(model, endpoints, { [VARIABLES.serviceBaseUrl]: addresses.service });
}
