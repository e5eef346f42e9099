/**
 * '1': the templates are not held against CloudFormation's schemas, which takes five seconds of a processor. For one
 * machine, where no CloudFormation reads them. Whatever is deployed, and every change before it is merged, is checked.
 */
export const UNCHECKED_VARIABLE = 'SLUICE_TEMPLATES_UNCHECKED';
