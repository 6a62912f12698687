/** Regular expressions of documents that are matched in linear time. */
export { getCharacterKind } from './character-kind.ts';
export { LinearPattern, linearPattern, SCAN_OPTIONS } from './linear-pattern.ts';
export { type PatternNode, parsePattern } from './parse-pattern.ts';
export { createStates, type PatternState, type RunState } from './pattern-states.ts';
