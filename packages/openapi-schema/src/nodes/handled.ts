/**
 * A node whose members a consumer has listed, all of them. A member that is missing from the list makes the type one that
 * no node has, so that the consumer of a new keyword does not compile until it handles the keyword.
 */
export type Handled<TNode, TName extends keyof TNode> = [Exclude<keyof TNode, TName>] extends [never]
  ? TNode
  : { readonly unhandled: Exclude<keyof TNode, TName> };
