import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { HaltButton } from '../../layout/halt-button.tsx';
import { Panel } from '../../layout/page.tsx';
import { useOverview } from '../../layout/shell-state.tsx';
import { WaitingChanges } from '../../proposing/waiting-changes.tsx';
import { useMay } from '../../session/person.tsx';
import { ResumeForm } from './resume-form.tsx';
import type { Halt, Names } from './types.ts';

/** What is halted and why, and how two people resume it. */
export function Halts() {
  const halt = useRead('/v1/controls/halt');
  const overview = useOverview();
  const may = useMay();
  return (
    <>
      <WaitingChanges isOf={({ resumption }) => resumption !== undefined} />
      <Loaded query={halt} lines={6}>
        {(data, { etag }) => (
          <div className={parts.columns}>
            <div>
              <Panel title="What is halted" aside={<HaltButton overview={overview.data?.data} />}>
                <Current halt={data} />
              </Panel>
              {data.resumed !== null && (
                <LastResumption resumed={data.resumed} names={data.names} />
              )}
            </div>
            {isHalted(data) && (
              <Panel title="Resume">
                {may('proposeResumption') ? (
                  <ResumeForm key={data.generation} halt={data} etag={etag} />
                ) : (
                  <p className={parts.quiet}>A treasurer or an admin asks for it.</p>
                )}
              </Panel>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function isHalted({ mode, currencies }: Halt): boolean {
  return mode === 'halted' || Object.keys(currencies).length > 0;
}

function Current({ halt }: { readonly halt: Halt }) {
  const { because, currencies, names } = halt;
  if (!isHalted(halt)) {
    return (
      <div className={parts.stack}>
        <p>
          <Status state="live" tone="good" text="Nothing is halted" />
        </p>
        <p className={parts.quiet}>
          A halt acts at once and takes one person, from any screen. Resuming takes two.
        </p>
      </div>
    );
  }
  return (
    <ul className={parts.list}>
      {because !== null && <Halted what="Everything" because={because} names={names} />}
      {Object.entries(currencies).map(([currency, why]) => (
        <Halted key={currency} what={currency} because={why} names={names} />
      ))}
    </ul>
  );
}

interface HaltedProps {
  readonly what: string;
  readonly because: NonNullable<Halt['because']>;
  readonly names: Names | undefined;
}

function Halted({ what, because: { at, by, comment }, names }: HaltedProps) {
  return (
    <li>
      <h3>
        {what} <Status state="halted" />
        <span className={parts.quiet}>
          by <bdi>{names?.people[by] ?? by}</bdi>, <When at={at} />
        </span>
      </h3>
      <p className={parts.text}>
        “<bdi>{comment}</bdi>”
      </p>
    </li>
  );
}

interface LastResumptionProps {
  readonly resumed: NonNullable<Halt['resumed']>;
  readonly names: Names | undefined;
}

function LastResumption({ resumed, names }: LastResumptionProps) {
  const { currency, by, approvedBy, at, comment } = resumed;
  const name = (id: string) => names?.people[id] ?? id;
  return (
    <Panel title="Last resumption">
      <dl className={parts.facts}>
        <dt>What</dt>
        <dd>{currency ?? 'Everything'}</dd>
        <dt>When</dt>
        <dd>
          <When at={at} as="second" />
        </dd>
        <dt>Asked for by</dt>
        <dd>
          <bdi>{name(by)}</bdi>
        </dd>
        <dt>Approved by</dt>
        <dd>
          <bdi>{name(approvedBy)}</bdi>
        </dd>
        <dt>Why</dt>
        <dd>
          <bdi>{comment}</bdi>
        </dd>
      </dl>
    </Panel>
  );
}
