/** The attributes of an item by their names, not in DynamoDB's form. */
export type Fields = Readonly<Record<string, unknown>>;
