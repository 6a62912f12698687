/** The tools in the order of their runs. */
export const TOOLS = ['lint', 'diff', 'round-trip', 'respect', 'dredd', 'prism-proxy', 'test'] as const;

export type ToolName = (typeof TOOLS)[number];
