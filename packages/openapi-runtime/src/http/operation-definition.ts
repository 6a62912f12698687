import type { z } from 'zod';
import type { RouteShape } from './route.ts';

/** Says what a text is read as; what can't be read so stays text, for the schema to refuse. */
export type Kind = 'boolean' | 'null' | 'number' | 'string';

/** Says how the text of a parameter, a header or a form field is written (OpenAPI 3.1, Style Values). */
export type Style =
  | 'deepObject'
  | 'form'
  | 'label'
  | 'matrix'
  | 'pipeDelimited'
  | 'simple'
  | 'spaceDelimited';

/** Says how the text of a parameter or header becomes a value. */
export interface TextDefinition {
  name: string;
  /** What a single value, an item or a member is; of several the first that the text can be read as. */
  kind: Kind | readonly Kind[] | 'json';
  /** A single value when left out. */
  shape?: 'list' | 'object';
  /** What the members of an object are; `kind` speaks of those that are not named here. */
  members?: Readonly<Record<string, Kind | readonly Kind[]>>;
  /** The object takes every name of the query that no other parameter has. */
  open?: true;
  explode?: true;
  /** `form` in queries, cookies and forms, `simple` in paths and headers when left out. */
  style?: Style;
  /** A plus sign stands for itself. */
  allowReserved?: true;
}

export interface ParameterDefinition extends TextDefinition {
  in: 'cookie' | 'header' | 'path' | 'query';
}

/** Says how one field of a form becomes a member of its value. */
export interface FieldDefinition extends Omit<TextDefinition, 'kind'> {
  kind: TextDefinition['kind'] | 'file';
  /** The media types that a part may have, separated by commas. */
  contentType?: string;
  /** The headers of a part and their schema. */
  headers?: { texts: readonly TextDefinition[]; schema: z.ZodType };
}

/** Names the alternatives that open an operation: each needs all of its schemes, with their scopes. */
export type SecurityRequirements = readonly Readonly<Record<string, readonly string[]>>[];

/** Holds what `createRoute` has no place for. */
export interface OperationDefinition<TRoute = RouteShape> {
  route: TRoute;
  parameters?: readonly ParameterDefinition[];
  /** The fields of form bodies, by media type. */
  forms?: Readonly<Record<string, readonly FieldDefinition[]>>;
  /** How response headers are read and written, by status. */
  responseHeaders?: Readonly<Record<string, readonly TextDefinition[]>>;
  security?: SecurityRequirements;
}
