import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../decisions/texts/use-texts.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { DecisionFacts } from './decision-facts.tsx';

/** What the last run decided about a rule, with every check. */
export function WhyNow({ rule }: { readonly rule: string }) {
  const { panel } = useTexts();
  const last = useRead('/v1/decisions', { query: { rule, sort: 'newest', limit: 1 } });
  return (
    <Loaded query={last} lines={5}>
      {({ items: [decision] }) =>
        decision === undefined ? (
          <Empty title={panel.none}>{panel.first}</Empty>
        ) : (
          <DecisionFacts decision={decision} />
        )
      }
    </Loaded>
  );
}
