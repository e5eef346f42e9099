/** How generated clients call a route, and what it is for. */
export interface OperationName {
  readonly operationId: string;
  readonly summary: string;
}
