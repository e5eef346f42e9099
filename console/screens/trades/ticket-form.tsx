import { Button, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useSearchParams } from 'react-router';
import { isAnswered } from '../../api/open-requests.ts';
import { useRead } from '../../api/use-read.ts';
import { type Sending, useWrite } from '../../api/use-write.ts';
import { addressOf } from '../../approving/instruction.ts';
import { whatMoves } from '../../approving/texts.ts';
import { Problem } from '../../display/problem.tsx';
import { amountFault } from '../../instructions/amount-fault.ts';
import { CheckAnswer } from '../../instructions/check-answer.tsx';
import { LostAnswer } from '../../instructions/lost-answer.tsx';
import { type MoneyForm, useMoneyForm } from '../../instructions/money-form.ts';
import classes from '../../instructions/request-form.module.css';
import { MEANINGS, stateText } from '../../instructions/states.ts';
import { useCheck } from '../../instructions/use-check.ts';
import { Panel } from '../../layout/page.tsx';
import { useTenant } from '../../session/person.tsx';
import { LiveMarket } from './live-market.tsx';
import { type Side, sidesOf, type Ticket } from './ticket.ts';

/** The draft, and the keys of its requests: both outlive a reload. */
const FORM = 'trade';

const EMPTY = { instrument: '', side: 'buy', amount: '', price: '', reference: '' };
type Values = typeof EMPTY;

const SIDES: { readonly value: Side; readonly label: string }[] = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
];

/** The ticket, the market beside it, and what a check of it says. */
export function TicketForm() {
  const tenant = useTenant();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useMoneyForm<Values>(FORM, {
    ...EMPTY,
    instrument: search.get('instrument') ?? '',
  });
  const { values, set, isOpen } = form;
  const controls = useRead('/v1/controls');
  const prices = useRead('/v1/prices');
  const write = useTrade(form, tenant, (to) => void navigate(to));
  const faults = {
    amount: amountFault(values.amount.trim()),
    price: amountFault(values.price.trim()),
  };
  const ticket = ticketOf(values, faults);
  const checked = useCheck('trade', ticket);
  return (
    <div className={classes.columns}>
      <Panel title="The trade">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (ticket !== null) write.send(ticket);
          }}
        >
          <Stack gap="sm">
            {isOpen && !write.isPending && <LostAnswer list="trades" onAnother={form.reopened} />}
            <fieldset disabled={isOpen} className={classes.fields}>
              <Fields
                values={values}
                set={set}
                faults={faults}
                instruments={controls.data?.data.trades.instruments ?? []}
              />
            </fieldset>
            {write.error !== null && <Problem error={write.error} />}
            <Group justify="flex-end">
              <Button
                type="submit"
                className={classes.send ?? ''}
                loading={write.isPending}
                // A refusal on the last snapshot holds nothing back: the market may be another one by now.
                disabled={ticket === null || (!isOpen && checked.isAsking)}
              >
                {ticket === null
                  ? 'Place the trade'
                  : `${isOpen ? 'Send again' : 'Place'}: ${moving(ticket)}`}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      <div className={classes.before}>
        <LiveMarket
          query={prices}
          instrument={values.instrument}
          isLocked={isOpen}
          onPrice={(price, side) => set({ price, side })}
        />
        <Panel title="Before it is sent">
          {ticket === null ? (
            <p className={classes.quiet}>
              Choose an instrument, an amount and a limit: what its check says stands here.
            </p>
          ) : (
            <CheckAnswer {...checked} />
          )}
        </Panel>
      </div>
    </div>
  );
}

/** The ticket once all of it can be sent; null before. */
function ticketOf(
  { instrument, side, amount, price }: Values,
  faults: { readonly amount: string | null; readonly price: string | null },
): Ticket | null {
  if (instrument === '' || faults.amount !== null || faults.price !== null) return null;
  return {
    instrument,
    side: side === 'sell' ? 'sell' : 'buy',
    ...{ amount: amount.trim(), price: price.trim() },
  };
}

function moving(ticket: Ticket): string {
  return whatMoves({ kind: 'trade', ...ticket });
}

/** Sends the trade; what it came to is only what the answer says. */
function useTrade(form: MoneyForm<Values>, tenant: string, open: (to: string) => void) {
  const write = useWrite(
    async ({ client, input, idempotencyKey }: Sending<Ticket & { readonly reference?: string }>) =>
      (await client.post('/v1/trades', { body: input, idempotencyKey })).data,
    FORM,
  );
  const send = (ticket: Ticket) => {
    const reference = form.values.reference.trim();
    form.sent();
    write.mutate(
      { ...ticket, ...(reference !== '' && { reference }) },
      {
        onSuccess: (instruction) => {
          form.forget();
          const { state } = instruction.status;
          notifications.show({
            title: `The trade is ${stateText(state)}`,
            message: MEANINGS[state],
            ...(state === 'unknown' && { color: 'red', autoClose: false }),
          });
          open(addressOf(tenant, instruction));
        },
        onError: (error) => {
          if (isAnswered(error)) form.reopened();
        },
      },
    );
  };
  return { ...write, send };
}

interface FieldsProps {
  readonly values: Values;
  readonly set: (changed: Partial<Values>) => void;
  readonly faults: { readonly amount: string | null; readonly price: string | null };
  readonly instruments: readonly string[];
}

function Fields({ values, set, faults, instruments }: FieldsProps) {
  const [base, quote] = sidesOf(values.instrument);
  const isBuying = values.side !== 'sell';
  return (
    <>
      <Select
        label="Instrument"
        required
        searchable
        data={[...instruments]}
        value={values.instrument === '' ? null : values.instrument}
        onChange={(instrument) => set({ instrument: instrument ?? '', price: '' })}
        nothingFoundMessage="No such instrument may be traded"
      />
      <SegmentedControl
        aria-label="Side"
        data={SIDES.map((each) => ({ ...each }))}
        value={isBuying ? 'buy' : 'sell'}
        onChange={(side) => set({ side })}
      />
      <TextInput
        label={base === '' ? 'Amount' : `Amount in ${base}`}
        description="Plain decimal text, such as 0.25"
        required
        inputMode="decimal"
        autoComplete="off"
        value={values.amount}
        onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
        error={values.amount === '' ? null : faults.amount}
      />
      <TextInput
        label={quote === '' ? 'Limit' : `Limit, ${quote} for each ${base}`}
        description={
          isBuying ? 'The highest price that you pay.' : 'The lowest price that you take.'
        }
        required
        inputMode="decimal"
        autoComplete="off"
        value={values.price}
        onChange={({ currentTarget }) => set({ price: currentTarget.value })}
        error={values.price === '' ? null : faults.price}
      />
      <TextInput
        label="Reference"
        description="Your own name of it. The service never gets it."
        value={values.reference}
        onChange={({ currentTarget }) => set({ reference: currentTarget.value })}
      />
    </>
  );
}
