import type { SendDecision } from '../../deciding/use-decision.ts';

export type ChangeChoice = 'approve' | 'decline' | 'cancel';

/** A change stays what it was proposed as, so its id names what is rendered; only its state can be another by now. */
export function decidingAbout(id: string): SendDecision<ChangeChoice, null> {
  return async ({ client, input: { choice, comment } }) => {
    const path = { id };
    switch (choice) {
      case 'approve': {
        const body = comment === '' ? {} : { comment };
        const { data } = await client.post('/v1/changes/{id}/approve', { path, body });
        return data.state === 'approved'
          ? 'Approved. It is in force.'
          : `It is ${data.state} by now.`;
      }
      case 'decline':
        await client.post('/v1/changes/{id}/decline', { path, body: { comment } });
        return 'Declined. Everything stays as it was.';
      case 'cancel':
        await client.post('/v1/changes/{id}/cancel', { path });
        return 'Taken back. Everything stays as it was.';
      default:
        return choice satisfies never;
    }
  };
}
