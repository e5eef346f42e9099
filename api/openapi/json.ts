/** An object of JSON, while a document is made of it. */
export type Json = Record<string, unknown>;
