import { useParams } from 'react-router';
import { breakSentence } from '../../../treasury/facts/sentences/say/say-break.ts';
import { useRead } from '../../api/use-read.ts';
import { personName } from '../../approving/instruction.ts';
import { Amount } from '../../display/amount.tsx';
import { Identifier } from '../../display/identifier.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { SaidIn } from '../../display/said.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Page, Panel } from '../../layout/page.tsx';
import { BreakStatus } from './break-table.tsx';
import { DIRECTION_TEXTS } from './break-texts.ts';
import classes from './breaks.module.css';
import { DecideBreak } from './decide-break.tsx';
import { MayBe } from './may-be.tsx';
import type { Break } from './types.ts';

/** One break: how it came about, what it may be, what was said of it, and what a person says now. */
export function Component() {
  const { id = '' } = useParams();
  const found = useRead('/v1/breaks/{id}', { path: { id } });
  const currency = found.data?.data.currency;
  return (
    <Page title={currency === undefined ? 'Break' : `Break of ${currency}`}>
      <Loaded query={found} lines={10}>
        {(data, { etag }) => (
          <div className={parts.columns}>
            <div>
              <Facts found={data} />
              <History found={data} />
            </div>
            <DecideBreak key={data.id} found={data} etag={etag} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ found }: { readonly found: Break }) {
  const { id, amount, currency, direction, severity, status, mayBe } = found;
  return (
    <Panel title="What moved" aside={<BreakStatus state={status.state} />}>
      <div className={parts.stack}>
        <span className={classes.amount}>
          <Amount amount={amount} currency={currency} isSigned />
        </span>
        <dl className={parts.facts}>
          <dt>What</dt>
          <dd>
            {DIRECTION_TEXTS[direction]}{' '}
            {severity === 'alarm' && <Status state="alarm" tone="bad" />}
          </dd>
          {!found.history.some(({ fact }) => fact.code === 'found') && (
            <>
              <dt>Why it is a break</dt>
              <dd>
                <SaidIn say={(language) => breakSentence(found, found.found, language)} />
              </dd>
            </>
          )}
          <dt>Between</dt>
          <dd>
            <When at={found.sinceReadAt} as="second" /> and <When at={found.readAt} as="second" />
          </dd>
          <dt>Found</dt>
          <dd>
            <When at={found.openedAt} />
          </dd>
          {mayBe.length > 0 && (
            <>
              <dt>It may be</dt>
              <dd>
                <MayBe ids={mayBe} />
              </dd>
            </>
          )}
          {found.doubted === true && (
            <>
              <dt>In doubt</dt>
              <dd>
                The outcome of a request that may account for it was not known: no matching rule
                explains it.
              </dd>
            </>
          )}
          <dt>Id</dt>
          <dd>
            <Identifier id={id} />
          </dd>
        </dl>
      </div>
    </Panel>
  );
}

function History({ found }: { readonly found: Break }) {
  const { history, names, status } = found;
  return (
    <Panel title="What was said of it">
      <ol className={parts.list}>
        {history.map(({ at, state, by, fact }) => (
          <li key={`${at} ${state} ${by}`}>
            <h3>
              <BreakStatus state={state} />
              <bdi>{personName(names, by)}</bdi>
              <span className={parts.quiet}>
                <When at={at} as="minute" />
              </span>
            </h3>
            <p className={parts.text}>
              <SaidIn say={(language) => breakSentence(found, fact, language)} />
            </p>
          </li>
        ))}
      </ol>
      {status.state === 'closed' && (status.instructionIds ?? []).length > 0 && (
        <>
          <p className={parts.quiet}>Accounted for by</p>
          <MayBe ids={status.instructionIds ?? []} />
        </>
      )}
    </Panel>
  );
}
