/** The table of conventions and its option, without the derivation: quick to load. */
export { CONVENTION_OPTIONS, formatConventions, readConventions } from './convention-options.ts';
