import { LocalStackError } from '../stack-error.ts';

/** A place in an assembly, as messages name it. */
export interface Place {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
}

/** A request of the synthesised assembly that this machine cannot serve. Serving less is no choice. */
export function refused(place: Place, what: string): LocalStackError {
  return new LocalStackError(`${place.type} ${place.logicalId} in ${place.stack}: ${what}`);
}
