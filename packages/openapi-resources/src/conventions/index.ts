/** The table of conventions and its option, without the derivation: quick to load. */
export type { Convention } from './convention.ts';
export {
  CONVENTION_OPTIONS,
  ConventionInvalidError,
  formatConventions,
  readConventions,
} from './convention-options.ts';
export {
  type ConventionName,
  type ConventionOverrides,
  Conventions,
  isConventionName,
  listConventions,
} from './conventions.ts';
