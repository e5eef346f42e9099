import type { components } from '@sluice/client';

type Schemas = components['schemas'];

export type Controls = Schemas['Controls'];
export type ControlsBody = Schemas['ControlsBody'];
export type Mode = ControlsBody['mode'];
export type Halt = Schemas['Halt'];
export type Names = Schemas['Names'];
export type Webhook = Schemas['Webhook'];
export type WebhookBody = Schemas['WebhookBody'];
export type Delivery = Schemas['Delivery'];
