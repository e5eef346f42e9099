import { Button } from '@mantine/core';
import { LinkExternalIcon } from '@primer/octicons-react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { useRead } from '../api/use-read.ts';
import { Agreement } from '../approving/agreement.tsx';
import { DecisionButtons } from '../approving/decision-buttons.tsx';
import {
  addressOf,
  type Instruction,
  type InstructionList,
  listOf,
  quoteOf,
} from '../approving/instruction.ts';
import { InstructionDecision } from '../approving/instruction-decision.tsx';
import { whatMoves } from '../approving/texts.ts';
import type { Act } from '../approving/who-may.ts';
import { Checks } from '../decisions/checks.tsx';
import { useTexts } from '../decisions/texts/use-texts.ts';
import { Amount } from '../display/amount.tsx';
import { capitalised } from '../display/capitalised.ts';
import { Identifier } from '../display/identifier.tsx';
import { Translated } from '../display/language.tsx';
import { Loaded } from '../display/loaded.tsx';
import { Price } from '../display/price.tsx';
import { When } from '../display/when.tsx';
import { Page, Panel } from '../layout/page.tsx';
import { PrintButton } from '../printing/print-button.tsx';
import { PrintedRecord } from '../printing/printed-record.tsx';
import { useDigest } from '../printing/use-digest.ts';
import { useTenant } from '../session/person.tsx';
import { EvidencePanel } from './evidence.tsx';
import { InstructionState } from './instruction-state.tsx';
import classes from './instructions.module.css';
import { PartsOfRun } from './parts-of-run.tsx';
import { peopleOf } from './people.ts';
import { printedFacts } from './printed-facts.ts';
import { ServicePanel } from './service-panel.tsx';
import { isToBeSettled, MEANINGS } from './states.ts';
import { Timeline } from './timeline.tsx';

/** The decision that is being taken, in the address: signing in again in between comes back to it. */
const DECIDE = 'decide';

function actOf(text: string | null): Act | null {
  return text === 'approve' || text === 'decline' || text === 'cancel' ? text : null;
}

/** One withdrawal or trade, with everything that is known of it. */
export function InstructionDetail({ list }: { readonly list: InstructionList }) {
  const { id = '' } = useParams();
  const tenant = useTenant();
  const query = useRead('/v1/instructions/{id}', {
    path: { id },
    query: { expand: ['decisions', 'evidence'] },
  });
  const [search, setSearch] = useSearchParams();
  const act = actOf(search.get(DECIDE));
  const decide = (next: Act | null) =>
    setSearch(
      (now) => {
        if (next === null) now.delete(DECIDE);
        else now.set(DECIDE, next);
        return now;
      },
      { replace: true },
    );
  const instruction = query.data?.data;
  if (instruction !== undefined && listOf(instruction) !== list) {
    return <Navigate to={addressOf(tenant, instruction)} replace />;
  }
  const noun = list === 'trades' ? 'Trade' : 'Withdrawal';
  return (
    <Page
      title={instruction === undefined ? noun : titleOf(instruction)}
      subtitle={
        instruction && (
          <span className={classes.subtitle}>
            <InstructionState state={instruction.status.state} />
            <span>
              since <When at={instruction.status.at} as="minute" />
            </span>
          </span>
        )
      }
      actions={instruction && <Actions instruction={instruction} onAct={decide} />}
    >
      <Loaded query={query} lines={12}>
        {(data) => <Content instruction={data} />}
      </Loaded>
      {act !== null && <InstructionDecision act={act} query={query} onClose={() => decide(null)} />}
    </Page>
  );
}

function titleOf({ content }: Instruction): string {
  const text = whatMoves(content).replace(/^the /, '');
  return capitalised(text);
}

interface ActionsProps {
  readonly instruction: Instruction;
  readonly onAct: (act: Act) => void;
}

function Actions({ instruction, onAct }: ActionsProps) {
  const tenant = useTenant();
  return (
    <>
      <PrintButton />
      {isToBeSettled(instruction.status.state) && (
        <Button component={Link} to={`${addressOf(tenant, instruction)}/settle`}>
          Settle…
        </Button>
      )}
      <DecisionButtons instruction={instruction} onAct={onAct} />
    </>
  );
}

function Content({ instruction }: { readonly instruction: Instruction }) {
  const {
    status,
    evidence,
    decisions = [],
    origin,
    names,
    concluded,
    content,
    execution,
  } = instruction;
  const tenant = useTenant();
  return (
    <>
      <p className={classes.meaning} data-state={status.state} role="status">
        {MEANINGS[status.state]}
      </p>
      <div className={classes.columns}>
        <div>
          <Panel title={content.kind === 'trade' ? 'The trade' : 'The withdrawal'}>
            <Agreement instruction={instruction} />
            <dl className={classes.facts}>
              <dt>Id</dt>
              <dd>
                <Identifier id={instruction.id} />
              </dd>
              {content.kind === 'withdrawal' && (
                <>
                  <dt>Account</dt>
                  <dd>
                    <Link to={`/t/${tenant}/accounts/${content.withdrawalAccountId}`}>
                      <bdi>{content.accountLabel}</bdi>
                    </Link>
                  </dd>
                </>
              )}
              {execution !== undefined && content.kind === 'trade' && (
                <>
                  <dt>Filled at</dt>
                  <dd>
                    <Price price={execution.price} currency={quoteOf(content)} />, decided at{' '}
                    <Price price={execution.decidedPrice} currency={quoteOf(content)} />: slippage{' '}
                    {execution.slippagePercent} %,{' '}
                    <Amount amount={execution.slippage} currency={quoteOf(content)} />
                  </dd>
                </>
              )}
              {origin.kind === 'sweep' && (
                <>
                  <dt>Rule</dt>
                  <dd>
                    <Link to={`/t/${tenant}/rules/${origin.ruleId}`}>
                      <bdi>{names?.rules[origin.ruleId] ?? origin.ruleId}</bdi>
                    </Link>
                    , version {origin.ruleVersion}
                  </dd>
                </>
              )}
              <PartsOfRun instruction={instruction} accounts={names?.accounts ?? {}} />
            </dl>
          </Panel>
          {decisions.map((each) => (
            <Translated key={each.snapshot}>
              <DecisionBehind decided={each} />
            </Translated>
          ))}
          {status.state === 'cancelled' && status.checks.length > 0 && (
            <Panel title="Why it was cancelled">
              <Checks checks={status.checks} />
            </Panel>
          )}
          {evidence !== undefined && <EvidencePanel evidence={evidence} />}
        </div>
        <div>
          <Panel title="Timeline">
            <Timeline instruction={instruction} />
          </Panel>
          <ServicePanel instruction={instruction} />
          {concluded !== undefined && (
            <Panel title="Concluded by two people">
              <p>
                {concluded.outcome === 'booked' ? 'Booked' : 'Not executed'}: {concluded.amount}{' '}
                {concluded.currency}, by {concluded.by.join(' and ')},{' '}
                <When at={concluded.at} as="minute" />.
              </p>
            </Panel>
          )}
          <div className="sluice-screen-only">
            <Panel title="Elsewhere">
              <p>
                <LinkExternalIcon size={12} />{' '}
                <Link to={`/t/${tenant}/audit?subject=${encodeURIComponent(instruction.id)}`}>
                  Its entries in the audit log
                </Link>
              </p>
            </Panel>
          </div>
        </div>
      </div>
      <Record instruction={instruction} />
    </>
  );
}

type Decided = NonNullable<Instruction['decisions']>[number];

/** What the rule decided, in the language of the reader. */
function DecisionBehind({ decided: { decision, snapshot } }: { readonly decided: Decided }) {
  const { run } = useTexts();
  return (
    <Panel
      title={run.behind}
      aside={
        <>
          {run.balancesOf} <When at={snapshot} as="minute" />
        </>
      }
      isFlush
    >
      <div className={classes.padded}>
        <p>
          <bdi>{decision.explanation}</bdi>
        </p>
        <Checks checks={decision.checks} />
      </div>
    </Panel>
  );
}

/** Beside the content: a digest that two people can compare, and who did what. */
function Record({ instruction }: { readonly instruction: Instruction }) {
  const shown = useDigest(printedFacts(instruction));
  const digest = instruction.contentDigest ?? instruction.evidence?.digest ?? shown;
  return <PrintedRecord digest={digest} people={peopleOf(instruction)} />;
}
