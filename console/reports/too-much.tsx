import { Empty } from '../display/empty.tsx';

/** In the place of a report that is too much for one answer, which is no report without rows. */
export function TooMuch() {
  return (
    <Empty title="More than a screen shows">
      A file with every line is being written: it will stand under Exports.
    </Empty>
  );
}
