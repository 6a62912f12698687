/** Severities of findings, the gravest first: only errors keep a document from being generated. */
export const LEVELS = ['error', 'warning', 'info'] as const;
export type Level = (typeof LEVELS)[number];
