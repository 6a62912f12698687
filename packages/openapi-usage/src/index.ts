export { type ChangedPlace, type ConsumerHit, Consumers, describeHits } from './consumers.ts';
export { readUsages, type UsageFiles } from './read-usages.ts';
export { listUnused, type UnusedPart } from './unused.ts';
export { formatUsage, type OperationUse, type PlaceUse, type Usage } from './usage.ts';
export { UsageFileError } from './usage-file-error.ts';
