import { useParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { AsOf } from '../../display/as-of.tsx';
import { Page } from '../../layout/page.tsx';
import { useOverview } from '../../layout/shell-state.tsx';
import { BalancePanel } from './balance-panel.tsx';
import classes from './currency.module.css';
import { LanePanel } from './lane-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { WhyPanel } from './why-panel.tsx';

/** One currency: its balance over time with what moved it, its rules, its lane, and why it was not swept. */
export function Component() {
  const { currency = '' } = useParams();
  const overview = useOverview();
  const health = overview.data?.data.health;
  const rules = useRead('/v1/sweep-rules', { query: { currency, limit: 200 } });
  return (
    <Page
      title={currency}
      subtitle={
        health?.lastSnapshot == null ? undefined : (
          <AsOf at={health.lastSnapshot.takenAt} everySeconds={health.everySeconds} />
        )
      }
    >
      <div className={classes.grid}>
        <div className={classes.wide}>
          <BalancePanel key={currency} currency={currency} overview={overview} />
          <WhyPanel key={`why ${currency}`} currency={currency} rules={rules} />
        </div>
        <div>
          <RulesPanel currency={currency} rules={rules} overview={overview} />
          <LanePanel currency={currency} />
        </div>
      </div>
    </Page>
  );
}
