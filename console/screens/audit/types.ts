import type { components } from '@sluice/client';

type Schemas = components['schemas'];

export type AuditEntry = Schemas['AuditEntry'];
export type Said = Schemas['AuditEntryPage']['said'];
export type Names = Schemas['Names'];
export type Verification = Schemas['AuditVerification'];
