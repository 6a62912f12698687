// The part of Redocly's rule interface that the rules here use; the CLI ships no types.

export interface Location {
  source: { absoluteRef: string };
  child(segments: readonly string[]): Location;
  key(): Location;
}

export interface Reference {
  $ref: string;
}

export interface RuleContext {
  location: Location;
  report(problem: { message: string; location: Location }): void;
  resolve<TNode>(reference: Reference, from: string): { node?: TNode; location?: Location };
}

export interface MediaType {
  schema?: unknown;
  example?: unknown;
  examples?: Record<string, unknown>;
}

export interface Response {
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId?: string;
  responses?: Record<string, Response | Reference>;
}

export type PathItem = Partial<Record<(typeof METHODS)[number], Operation>>;

export interface OpenApiDocument {
  paths?: Record<string, PathItem | Reference>;
}

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
