/** A check came upon a field that the schema refuses: that is reported already, and what follows from it is not known. */
export class RefusedField extends Error {
  override readonly name = 'RefusedField';
}

/** What a check finds; nothing if it reads a field that is refused (`readableParts`). */
export function unlessRefused<Found>(check: () => readonly Found[]): readonly Found[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof RefusedField) return [];
    throw error;
  }
}
