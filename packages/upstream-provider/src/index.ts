export type { ClassifyDownload, UpstreamStore, UpstreamTask } from './ports.ts';
export { createUpstreamProvider } from './upstream-provider.ts';
export { UPSTREAM_CALLBACK_PATH, type UpstreamSettings } from './upstream-settings.ts';
