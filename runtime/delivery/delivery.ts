import * as z from 'zod/mini';

const name = z.string().check(z.minLength(1));

/** The watchdog's event to have approved instructions of one currency delivered again, one after the other. */
const redelivery = z.strictObject({
  tenant: name,
  instructionId: name,
  /** Those behind it, in their order; absent: none. */
  behind: z.exactOptional(z.array(name)),
});

const streamEvent = z.object({ Records: z.array(z.unknown()) });

/** A record of the Ledger stream, of which only the identity counts: the item itself is read. */
const streamRecord = z.object({
  dynamodb: z.object({
    SequenceNumber: z.string(),
    NewImage: z.object({
      tenant: z.object({ S: z.string() }),
      id: z.object({ S: z.string() }),
    }),
  }),
});

/** The event of an approval, as a rule of EventBridge passes it on. */
const approvalEvent = z.object({
  detail: z.object({
    tenant: z.string().check(z.minLength(1)),
    data: z.object({ instructionId: z.string().check(z.minLength(1)) }),
  }),
});

export interface Delivery {
  readonly tenant: string;
  readonly instructionId: string;
}

/**
 * The deliveries in an event: from the stream, the event bus or the watchdog. A record of the stream that names no instruction
 * keeps none of the others from being sent: `leftOut` is told of it, and the watchdog looks after what it was about.
 */
export function deliveriesOf(
  event: unknown,
  leftOut: (error: Error) => void = () => {},
): readonly Delivery[] {
  const again = redelivery.safeParse(event);
  if (again.success) {
    const { tenant, instructionId, behind = [] } = again.data;
    return [instructionId, ...behind].map((id) => ({ tenant, instructionId: id }));
  }
  const approval = approvalEvent.safeParse(event);
  if (approval.success) {
    const { tenant, data } = approval.data.detail;
    return [{ tenant, instructionId: data.instructionId }];
  }
  return z.parse(streamEvent, event).Records.flatMap((record) => {
    const read = streamRecord.safeParse(record);
    if (!read.success) {
      leftOut(read.error);
      return [];
    }
    const { tenant, id } = read.data.dynamodb.NewImage;
    return [{ tenant: tenant.S, instructionId: id.S }];
  });
}
