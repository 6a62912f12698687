/** What a key may do (OPEN-9): one scope an operation. */
export const SCOPES = ['videos:create', 'tasks:read'] as const;
export type Scope = (typeof SCOPES)[number];
