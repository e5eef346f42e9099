import { Amount } from '../display/amount.tsx';
import { signOf } from '../display/amounts.ts';
import { Empty } from '../display/empty.tsx';
import { Status } from '../display/status.tsx';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { type Evidence, type Explanation, explanationText, verdictOf } from './settlement.ts';
import classes from './settling.module.css';

interface EvidencePanelProps {
  readonly evidence: Evidence | undefined;
}

/** What the balances read since then say: what either answer leaves unexplained, and each way in which it can be. */
export function EvidencePanel({ evidence }: EvidencePanelProps) {
  if (evidence === undefined) {
    return (
      <Panel title="What later balances say">
        <Empty title="No balance has been read since it was sent">
          The next snapshot brings the first evidence; this page shows it by itself.
        </Empty>
      </Panel>
    );
  }
  return (
    <Panel
      title="What later balances say"
      aside={
        evidence.afterQuarantine
          ? 'With a reading from after the quarantine'
          : 'No reading from after the quarantine yet'
      }
    >
      <p className={classes.verdict}>
        <strong>{verdictOf(evidence)}</strong>
      </p>
      <p className={classes.message}>
        <bdi>{evidence.message}</bdi>
      </p>
      <Compared evidence={evidence} />
      {evidence.currencies.map(({ currency, explanations = [], earlierFlows = [] }) => (
        <section key={currency} aria-label={`Explanations of ${currency}`}>
          <h3 className={classes.heading}>What fits every reading of {currency}</h3>
          <Explanations explanations={explanations} flows={earlierFlows} currency={currency} />
        </section>
      ))}
      <Readings evidence={evidence} />
    </Panel>
  );
}

/** Both answers beside each other, by currency. */
function Compared({ evidence }: { readonly evidence: Evidence }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption>What each answer leaves unexplained</caption>
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">Before</th>
            <th scope="col">Read last</th>
            <th scope="col">Change if executed</th>
            <th scope="col">Unexplained if executed</th>
            <th scope="col">Unexplained if not</th>
          </tr>
        </thead>
        <tbody>
          {evidence.currencies.map((each) => (
            <tr key={each.currency}>
              <th scope="row">{each.currency}</th>
              <td>
                <Bare amount={each.balanceBefore} currency={each.currency} />
              </td>
              <td>
                <Bare amount={each.balance} currency={each.currency} />
              </td>
              <td>
                <Bare amount={each.changeIfExecuted} currency={each.currency} isSigned />
              </td>
              <td>
                <Rest amount={each.unexplainedIfExecuted} currency={each.currency} />
              </td>
              <td>
                <Rest amount={each.unexplainedIfNot} currency={each.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BareProps {
  readonly amount: string;
  readonly currency: string;
  readonly isSigned?: boolean;
}

function Bare({ isSigned = false, ...amount }: BareProps) {
  return <Amount {...amount} withCurrency={false} isSigned={isSigned} />;
}

/** Nothing left over is what an answer needs: said in words, so that a zero is not overlooked. */
function Rest(amount: Omit<BareProps, 'isSigned'>) {
  if (signOf(amount.amount) === 0) return <Status state="nothing" tone="good" />;
  return <Bare {...amount} isSigned />;
}

interface ExplanationsProps {
  readonly explanations: readonly Explanation[];
  readonly flows: NonNullable<Evidence['currencies'][number]['earlierFlows']>;
  readonly currency: string;
}

function Explanations({ explanations, flows, currency }: ExplanationsProps) {
  if (explanations.length === 0) {
    return <p className={classes.quiet}>Neither answer does, to the last digit.</p>;
  }
  return (
    <ul className={classes.explanations}>
      {explanations.map((each) => (
        <li key={`${each.executed} ${each.shownLate.join(' ')}`}>
          <span>
            {explanationText(each)}
            {each.shownLate.map((id) => (
              <Late
                key={id}
                id={id}
                flow={flows.find((flow) => flow.instructionId === id)}
                currency={currency}
              />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface LateProps {
  readonly id: string;
  readonly flow: ExplanationsProps['flows'][number] | undefined;
  readonly currency: string;
}

/** An earlier request that a balance showed only now. */
function Late({ id, flow, currency }: LateProps) {
  return (
    <span className={classes.late}>
      {flow !== undefined && (
        <>
          <Amount amount={flow.change} currency={currency} isSigned /> of{' '}
          <When at={flow.at} as="minute" />,{' '}
        </>
      )}
      <code>{id}</code>
    </span>
  );
}

/** Every reading since, oldest first. */
function Readings({ evidence }: { readonly evidence: Evidence }) {
  const { points = [], omitted, currencies } = evidence;
  if (points.length === 0) return null;
  return (
    <details className={classes.raw} open={points.length <= SHOWN_READINGS}>
      <summary>
        {points.length} {points.length === 1 ? 'reading' : 'readings'} since it was sent
        {omitted > 0 && `, and ${omitted} that were left out for their number`}
      </summary>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Read</th>
              {currencies.map(({ currency }) => (
                <th key={currency} scope="col">
                  {currency}
                </th>
              ))}
              <th scope="col" className={classes.sentence}>
                What it says
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.takenAt}>
                <th scope="row">
                  <When at={point.takenAt} as="second" />
                </th>
                {currencies.map(({ currency }) => (
                  <td key={currency}>
                    <Amount
                      amount={point.balances[currency]}
                      currency={currency}
                      withCurrency={false}
                    />
                  </td>
                ))}
                <td className={classes.sentence}>{point.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Readings that are shown without a click: as many as a screen has room for below the rest. */
const SHOWN_READINGS = 6;
