/** The schemas of rules, which console/build/rule-schemas.ts takes from the policy's schema. */
declare module 'virtual:rule-schemas' {
  const schemas: Readonly<Record<string, import('../screens/rules/json-schema.ts').JsonSchema>>;
  export default schemas;
}
