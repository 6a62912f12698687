export {
  type FolderChange,
  FolderUnusableError,
  findDrift,
  type GeneratedFile,
  writeFiles,
} from '@keyframe/openapi-tooling/generator';
export { AppUnusableError } from './app-unusable-error.ts';
export { type DoctorFinding, diagnose, doctor } from './doctor/doctor.ts';
export type { Level } from './doctor/level.ts';
export { OpenApiHonoError } from './errors.ts';
export { formatValue } from './format-value.ts';
export { type GenerateOptions, generate } from './generate.ts';
export { check, type Project, type SourceOptions, type WatchOptions, watch, write } from './project.ts';
export { type JsonDifference, listDifferences } from './round-trip/json-difference.ts';
export { type RoundTripDifference, type RoundTripOptions, roundTrip } from './round-trip/round-trip.ts';
export { SourceNotImportableError } from './source-not-importable-error.ts';
export { UnsupportedDocumentError } from './unsupported-document-error.ts';
