/** The schemas of rules, which console/build/policy-schemas.ts takes from the policy's schema. */
declare module 'virtual:rule-schemas' {
  const schemas: Readonly<Record<string, import('../screens/rules/json-schema.ts').JsonSchema>>;
  export default schemas;
}

/** The schema of webhooks, with the events that there are. */
declare module 'virtual:webhook-schema' {
  const schemas: Readonly<Record<string, import('../screens/rules/json-schema.ts').JsonSchema>>;
  export default schemas;
}

/** The schema of the controls, from the same place. */
declare module 'virtual:controls-schema' {
  const schemas: Readonly<
    Record<string, import('../screens/settings/controls-schema.ts').ControlsSchema>
  >;
  export default schemas;
}
