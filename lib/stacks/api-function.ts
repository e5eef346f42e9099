import type { Construct } from 'constructs';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { TreasuryFunction, type TreasuryFunctionProps } from '../constructs/treasury-function.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { identityEnvironment } from './caller-environment.ts';
import type { DataStack } from './data-stack.ts';

/** The settings of one function alone. */
export type ApiFunctionProps = Omit<TreasuryFunctionProps, 'configuration' | 'key'>;

/** A function behind the API: the common settings, and the tenants that each chooses from. */
export function apiFunction(
  scope: Construct,
  name: string,
  { configuration, data }: { readonly configuration: StageConfiguration; readonly data: DataStack },
  props: ApiFunctionProps,
): TreasuryFunction {
  return new TreasuryFunction(scope, name, {
    ...props,
    configuration,
    key: data.key,
    environment: {
      ...props.environment,
      ...identityEnvironment(configuration),
      [VARIABLES.tenants]: configuration.tenants.join(','),
    },
  });
}
