/** The types of the contract, for clients and servers alike. */
export type { components, operations, paths, webhooks } from './generated/types.ts';
