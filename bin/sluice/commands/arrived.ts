import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import type { ApiOptions, Context } from '../context.ts';
import { declareApi } from '../declare.ts';

interface ArrivedOptions extends ApiOptions {
  readonly yes?: true;
}

export function arrived(context: Context): Command {
  return declareApi({
    name: 'arrived',
    summary: 'States that a payment has arrived at an account; two people do.',
    description:
      'It ends the first-payment maximum of the account. Say it once the recipient has told you so.',
    examples: [['arrived 6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01', 'a payment is there']],
  })
    .argument('<account>', 'the id of a registered account')
    .option('--yes', 'states it without asking')
    .action(async (id: string, options: ArrivedOptions) => {
      const api = await context.apiToDecide(options);
      const account = await api.get('/v1/accounts/{id}', { path: { id } });
      const { version: _, usableFrom: __, deletedAt, ...body } = account.data;
      const { label, currency, firstPaymentMaximum: maximum, paymentArrived } = body;
      if (deletedAt !== undefined) {
        throw new CommandError(`${label} is deleted: nothing leaves to it`, { exit: 'refused' });
      }
      if (maximum === undefined || paymentArrived === true) {
        const why = maximum === undefined ? 'has no first-payment maximum' : 'has had a payment';
        throw new CommandError(`${label} ${why}: there is nothing to say`, { exit: 'refused' });
      }
      context.note(`${label}: at most ${maximum} ${currency} leaves to it until a payment arrived`);
      await context.decide(options, 'State that a payment has arrived there?');
      const { status, data } = await api.put('/v1/accounts/{id}', {
        path: { id },
        ifMatch: account,
        body: { ...body, paymentArrived: true },
      });
      context.print(options, {
        json: data,
        lines: () => [
          status === 202
            ? `stated; another person has to approve it: sluice approve ${data.id}`
            : `a payment has arrived at ${label}`,
        ],
      });
    });
}
