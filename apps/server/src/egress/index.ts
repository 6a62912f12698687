export type { EgressDownload } from './download.ts';
export { createEgress, type Egress, type EgressRequest, type EgressResponse } from './egress.ts';
export { EgressError, type EgressReason } from './egress-error.ts';
export { createNameResolver, type ResolveName } from './resolve-name.ts';
export type { SlowestTransfer } from './stall-timeout.ts';
