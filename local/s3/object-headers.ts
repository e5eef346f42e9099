/** The metadata of an object beside its content: the headers that a GET answers with. */
export type ObjectHeaders = Readonly<Record<string, string>>;
