// Types of results and failures: the reader's response, narrowed by its state.

/** The member that a path leads to; unknown if the type has none. */
export type MemberOf<TData, TPath extends readonly string[]> = TPath extends readonly [
  infer TName extends string,
  ...infer TRest extends readonly string[],
]
  ? NonNullable<TData> extends { [TKey in TName]?: infer TMember }
    ? MemberOf<TMember, TRest>
    : unknown
  : TData;

type IsInState<TData, TPath extends readonly string[], TStates> = [
  Extract<MemberOf<TData, TPath>, TStates>,
] extends [never]
  ? TStates extends MemberOf<TData, TPath>
    ? true
    : false
  : true;

type Narrow<TData, TPath extends readonly string[], TStates> = TData extends unknown
  ? true extends IsInState<TData, TPath, TStates>
    ? TData
    : never
  : never;

/** The branches of a reading whose state is one of those at the end; all of them if no branch is. */
export type ReadingIn<TData, TPath extends readonly string[], TStates> = [
  Narrow<TData, TPath, TStates>,
] extends [never]
  ? TData
  : Narrow<TData, TPath, TStates>;

/** A result at a path, which work that succeeded has. */
export type ResultAt<TData, TPath extends readonly string[]> = NonNullable<MemberOf<TData, TPath>>;
