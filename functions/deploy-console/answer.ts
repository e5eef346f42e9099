import type { ContentRequest } from './content-request.ts';

/** The one resource of its stack: the same whatever it holds, so that CloudFormation never replaces it. */
const PHYSICAL_ID = 'console-content';

/** Milliseconds for CloudFormation's bucket of answers to take one. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Characters of a reason that CloudFormation shows; its limit for a whole answer is 4 KB. */
const MAX_REASON_CHARACTERS = 500;

/** Tells CloudFormation what became of its request; `failure` null: all of it was done. */
export async function answer(request: ContentRequest, failure: string | null): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, PhysicalResourceId = PHYSICAL_ID } = request;
  const body = JSON.stringify({
    Status: failure === null ? 'SUCCESS' : 'FAILED',
    ...(failure === null ? {} : { Reason: failure.slice(0, MAX_REASON_CHARACTERS) }),
    ...{ StackId, RequestId, LogicalResourceId, PhysicalResourceId },
  });
  const { status } = await fetch(request.ResponseURL, {
    method: 'PUT',
    // Bytes have no content type, and the address is signed for none.
    body: Buffer.from(body),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  // Its address is not for a log: whoever has it can answer in our place.
  if (status !== 200) throw new Error(`CloudFormation took the answer with ${status}`);
}
