import { Button } from '@mantine/core';
import { FRACTION_DIGITS } from '@sluice/client';
import { useEffect, useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import { FileList } from '../../files/file-list.tsx';
import { FormatButtons } from '../../files/format-buttons.tsx';
import { RegisterFiles } from '../../files/register-files.tsx';
import { type Format, REPORTS, requestOf } from '../../files/reports.ts';
import { useFiles } from '../../files/use-files.ts';
import { Panel } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { PrintedRecord } from '../../printing/printed-record.tsx';
import { CurrencyChoice } from '../../reports/currency-choice.tsx';
import { queryIn, useValuedIn } from '../../reports/use-valued-in.ts';
import { CurrencyLines } from './currency-lines.tsx';
import { FillsPanel } from './fills-panel.tsx';
import { Later } from './later.tsx';
import { fitsOnPaper, type StatementOfMonth } from './lines.ts';
import { RollForwardPanel } from './roll-forward-panel.tsx';
import { StatementFacts } from './statement-facts.tsx';
import { STATEMENT_MS } from './statement-ms.ts';
import classes from './statements.module.css';
import { SumsPanel } from './sums-panel.tsx';
import { useEveryLine } from './use-every-line.ts';
import { usePrinting } from './use-printing.ts';

/** The statement of a month: is it final, what it comes to, every line, and its files. */
export function StatementView({ month }: { readonly month: string }) {
  const valuedIn = useValuedIn();
  const { into } = valuedIn;
  const statement = useRead(
    '/v1/reports/statement',
    { query: { month, ...queryIn(into) } },
    { everyMs: STATEMENT_MS },
  );
  return (
    <div className={classes.statement}>
      <div className={classes.choice}>
        <CurrencyChoice {...valuedIn} />
      </div>
      <Loaded query={statement} lines={14}>
        {(data) => {
          // Without a format that is a file's, the route answers with the statement itself.
          if (!('statement' in data)) throw new TypeError('a statement was asked for');
          return <Statement data={data} month={month} into={into} />;
        }}
      </Loaded>
    </div>
  );
}

interface StatementProps {
  readonly data: StatementOfMonth;
  readonly month: string;
  readonly into: string | null;
}

function Statement({ data, month, into }: StatementProps) {
  const { statement, later } = data;
  const isPrinting = usePrinting();
  const [isPreparing, setPreparing] = useState(false);
  const fits = fitsOnPaper(statement.currencies);
  const printed = useEveryLine({ month, into }, fits && (isPrinting || isPreparing));
  const isReady = !fits || printed.isSuccess || printed.isError;
  useEffect(() => {
    if (!isPreparing || !isReady) return;
    setPreparing(false);
    window.print();
  }, [isPreparing, isReady]);
  return (
    <>
      <Panel
        title="Statement"
        aside={<PrintButton isPreparing={isPreparing} prepare={() => setPreparing(true)} />}
      >
        <StatementFacts data={data} />
      </Panel>
      <FilesOf month={month} />
      <div className="sluice-screen-only">
        <RegisterFiles report="journal" query={{ month }} title="Journal for the general ledger" />
        <BankStatements month={month} statement={statement} />
      </div>
      {later.length > 0 && (
        <Panel title="Known since it was frozen">
          <Later month={month} later={later} />
        </Panel>
      )}
      <FillsPanel fills={statement.fills} />
      <SumsPanel month={month} into={into} />
      <RollForwardPanel month={month} into={into} />
      {statement.currencies.map((each) => (
        <CurrencyLines
          key={each.currency}
          statement={each}
          month={month}
          into={into}
          reporting={statement.reportingCurrency}
          isPrinting={isPrinting}
          printed={printed.data}
        />
      ))}
      {statement.currencies.length === 0 && (
        <Panel title="Currencies">Nothing was held in this month, and nothing moved.</Panel>
      )}
      <div className="sluice-print-only">
        <PrintedRecord digest={statement.digest} people={[]} />
      </div>
    </>
  );
}

/** The statement in each format that it has. */
function FilesOf({ month }: { readonly month: string }) {
  const files = useFiles();
  const start = (format: Format) => {
    const chosen = requestOf({
      ...{ report: 'statement', format, month, from: null, to: null, currency: null },
      interval: 'day',
    });
    if (chosen.kind === 'complete') files.start(chosen.request);
  };
  return (
    <div className="sluice-screen-only">
      <Panel title="Export">
        <FormatButtons formats={REPORTS.statement.formats} start={start} />
        <FileList files={files} />
      </Panel>
    </div>
  );
}

/** A bank's currencies: those of ISO 4217. */
function isFiat(currency: string): boolean {
  return currency in FRACTION_DIGITS;
}

interface BankStatementsProps {
  readonly month: string;
  readonly statement: StatementOfMonth['statement'];
}

/** The statement for the ERP of each currency account, in its own currency. */
function BankStatements({ month, statement: { currencies } }: BankStatementsProps) {
  const files = useFiles();
  const fiat = currencies.map(({ currency }) => currency).filter(isFiat);
  if (fiat.length === 0) return null;
  return (
    <Panel title="camt.053 of one account, in its currency">
      <div className={classes.formats}>
        {fiat.map((currency) => (
          <Button
            key={currency}
            size="compact-sm"
            variant="default"
            title={`Native amounts of ${currency}, without revaluation`}
            onClick={() =>
              files.start({
                path: REPORTS.statement.path,
                query: { month, currency, format: 'camt053', whole: 'true' },
                title: `Statement of ${month} in ${currency}, camt.053`,
              })
            }
          >
            {currency}
          </Button>
        ))}
      </div>
      <FileList files={files} />
    </Panel>
  );
}
