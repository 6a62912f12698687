/** Severities of findings, the gravest first: only errors keep a document from being generated. */
export const LEVELS = ['error', 'warning', 'info'] as const;
/** The level of a finding: an `error` prevents generation, an `info` describes what other tools do. */
export type Level = (typeof LEVELS)[number];
