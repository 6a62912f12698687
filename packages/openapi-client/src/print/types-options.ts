/** Options of the types of a document; each is off by default, except `defaultNonNullable`. */
export interface TypesOptions {
  /** Sorts paths, members and parameters by name. */
  alphabetize?: boolean | undefined;
  /** Writes lists with few items as tuples, by `minItems` and `maxItems`. */
  arrayLength?: boolean | undefined;
  /** Whether members with a default are required outside of requests. */
  defaultNonNullable?: boolean | undefined;
  /** Writes objects without described members as `Record<string, unknown>` instead of `Record<string, never>`. */
  emptyObjectsUnknown?: boolean | undefined;
  /** Exports types instead of interfaces. */
  exportType?: boolean | undefined;
  /** Marks all members and lists as `readonly`. */
  immutable?: boolean | undefined;
  /** Writes paths with parameters as template literals: `/users/${string}`. */
  pathParamsAsTypes?: boolean | undefined;
  /** Exports a type for each component as well. */
  rootTypes?: boolean | undefined;
}

/** Options that only generators pass. */
export interface PrintOptions extends TypesOptions {
  /** Receives the location of what a valid document of one file does not contain, such as a reference without a target. */
  onDefect?: ((location: string) => void) | undefined;
}
