export { type ChangedPlace, Consumers, describeImpact, type Impact } from './consumers.ts';
export { mapConsumers } from './map-consumers.ts';
export { readUsages, type UsageFiles, type UsageSource } from './read-usages.ts';
export { type RecordedExchange, Recorder } from './recording/recorder.ts';
export { listUnused, type UnusedPart } from './unused.ts';
export { formatUsage, type OperationUse, type PlaceUse, type Usage } from './usage.ts';
export { UsageFileError } from './usage-file-error.ts';
