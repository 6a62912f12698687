export type { DownloadedFile, EgressDownload } from './download.ts';
export {
  createEgress,
  type Egress,
  type EgressOptions,
  type EgressRequest,
  type EgressResponse,
} from './egress.ts';
export { EgressError, type EgressReason } from './egress-error.ts';
export type { Protocols } from './url-rule.ts';
