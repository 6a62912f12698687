import type { Scope } from '../db/tables.ts';

export type { Scope };

export const SCOPES = ['videos:create', 'tasks:read'] as const satisfies readonly Scope[];
