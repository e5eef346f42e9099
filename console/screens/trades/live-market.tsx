import { Button } from '@mantine/core';
import type { ReadResult } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Price } from '../../display/price.tsx';
import { Status } from '../../display/status.tsx';
import { useNow } from '../../display/use-now.ts';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { type Side, sidesOf } from './ticket.ts';
import classes from './trades.module.css';

/** Seconds after which the API decides by no price any more (docs/api.md). */
const STALE_SECONDS = 15;

interface LiveMarketProps {
  readonly query: ReadResult<'/v1/prices'>;
  readonly instrument: string;
  readonly isLocked: boolean;
  /** The price that a person takes over, and for which side it is the market. */
  readonly onPrice: (price: string, side: Side) => void;
}

/** Bid and ask of this moment: what the service buys and sells at. */
export function LiveMarket({ query, instrument, isLocked, onPrice }: LiveMarketProps) {
  const now = useNow();
  const readAt = query.data?.data.readAt;
  const [base, quote] = sidesOf(instrument);
  const isStale =
    readAt !== undefined && now.getTime() - new Date(readAt).getTime() > STALE_SECONDS * 1_000;
  return (
    <Panel
      title={instrument === '' ? 'The market' : `The market of ${instrument}`}
      aside={
        readAt !== undefined && (
          <>
            read <When at={readAt} as="second" />{' '}
            {isStale && <Status state="stale" tone="warn" text="old: read again" />}
          </>
        )
      }
    >
      <Loaded query={query} lines={2}>
        {({ prices }) => {
          const market = Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
          if (instrument === '') {
            return (
              <p className={classes.quiet}>Choose an instrument: its bid and ask stand here.</p>
            );
          }
          if (market === undefined) {
            return <p className={classes.quiet}>The service has no price for it at this moment.</p>;
          }
          return (
            <div className={classes.market}>
              <Quote
                title="Bid"
                text={`The service buys ${base} at`}
                price={market.bid}
                quote={quote}
                button="Sell at the bid"
                isLocked={isLocked}
                onClick={() => onPrice(market.bid, 'sell')}
              />
              <Quote
                title="Ask"
                text={`The service sells ${base} at`}
                price={market.ask}
                quote={quote}
                button="Buy at the ask"
                isLocked={isLocked}
                onClick={() => onPrice(market.ask, 'buy')}
              />
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}

interface QuoteProps {
  readonly title: string;
  readonly text: string;
  readonly price: string;
  readonly quote: string;
  readonly button: string;
  readonly isLocked: boolean;
  readonly onClick: () => void;
}

function Quote({ title, text, price, quote, button, isLocked, onClick }: QuoteProps) {
  return (
    <div>
      <p className={classes.quoteTitle}>{title}</p>
      <p className={classes.price}>
        <Price price={price} currency={quote} />
      </p>
      <p className={classes.quiet}>{text}</p>
      <Button size="compact-sm" variant="default" disabled={isLocked} onClick={onClick}>
        {button}
      </Button>
    </div>
  );
}
