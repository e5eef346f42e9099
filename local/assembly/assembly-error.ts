import { LocalStackError } from '../stack-error.ts';

/** Where in an assembly something stands, as messages name it. */
export interface Place {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
}

/** What the synthesised assembly asks for and this machine cannot do. Serving less is no choice. */
export function refused(place: Place, what: string): LocalStackError {
  return new LocalStackError(`${place.type} ${place.logicalId} in ${place.stack}: ${what}`);
}
