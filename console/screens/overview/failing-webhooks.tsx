import { Link } from 'react-router';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

type FailingWebhook = Overview['failingWebhooks'][number];

/** Webhooks of which no event arrives, with since when and what waits. Without any there is nothing to show. */
export function FailingWebhooks({ overview }: { readonly overview: Overview }) {
  const tenant = useTenant();
  const { failingWebhooks } = overview;
  if (failingWebhooks.length === 0) return null;
  return (
    <Panel title="Webhooks that fail">
      <ul className={classes.cases}>
        {failingWebhooks.map((webhook) => (
          <li key={webhook.webhookId}>
            <p className={classes.caseTitle}>
              <bdi>{webhook.label}</bdi>
            </p>
            <Trouble {...webhook} />
            <Link
              to={`/t/${tenant}/settings?tab=webhooks&webhook=${encodeURIComponent(webhook.webhookId)}`}
            >
              Look at the webhook
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Trouble({ state, since, pending }: FailingWebhook) {
  if (state === 'paused') {
    return (
      <p>
        Sluice paused it <When at={since} />, and holds what comes.
      </p>
    );
  }
  return (
    <p>
      Its receiver has taken nothing since <When at={since} />.
      {pending !== null && (
        <>
          {' '}
          {pending.count} {pending.count === 1 ? 'event waited' : 'events waited'}{' '}
          <When at={pending.countedAt} />.
        </>
      )}
    </p>
  );
}
