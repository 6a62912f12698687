export type { EgressDownload } from './download.ts';
export { createEgress, type Egress, type EgressRequest, type EgressResponse } from './egress.ts';
export { EgressError, type EgressReason } from './egress-error.ts';
