/**
 * '1': the templates are not checked against CloudFormation's schemas, which takes five seconds of a processor. For
 * one machine, where no CloudFormation reads them. Every deployed template, and every change before it is merged, is
 * checked.
 */
export const UNCHECKED_VARIABLE = 'SLUICE_TEMPLATES_UNCHECKED';
