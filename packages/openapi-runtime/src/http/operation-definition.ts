import type { z } from 'zod';
import type { RouteShape } from './route.ts';
import type { Style } from './style.ts';

/**
 * The type to which a single text is converted. A text that cannot be converted stays text, which the schema rejects.
 */
export type Kind = 'boolean' | 'file' | 'json' | 'null' | 'number' | 'string';

/** A list, whose items are of one shape. */
export interface ListShape {
  list: Shape;
}

/** An object: its members, and those that are not named here. */
export interface ObjectShape {
  object: Readonly<Record<string, Shape>>;
  /** Default: text; if the object is spread over the names of a query, no others are allowed. */
  others?: Shape;
}

/** Several possible shapes of one text, and the schemas that distinguish them. */
export interface ChoiceShape {
  anyOf: readonly Shape[];
  /** The first reading that all of these accept is the one that is meant. */
  takes: readonly z.ZodType[];
}

/**
 * The values that texts represent. For several shapes, the readings are tried in the order that `readings` documents;
 * the schema of the parameter decides, or that of the innermost choice.
 */
export type Shape = Kind | ListShape | ObjectShape | ChoiceShape | readonly Shape[];

/** Says how the text of a parameter or header becomes a value. */
export interface TextDefinition {
  name: string;
  /** Default: `string`. */
  shape?: Shape;
  explode?: true;
  /** Default: `form` in queries, cookies and forms, `simple` in paths and headers. */
  style?: Style;
  /** A plus sign is literal, not a space. */
  allowReserved?: true;
}

/** The location of a parameter, and how its text is read. */
export interface ParameterDefinition extends TextDefinition {
  in: 'cookie' | 'header' | 'path' | 'query';
}

/** Says how one field of a form becomes a member of its value. */
export interface FieldDefinition extends TextDefinition {
  /** The media types that a part may have, separated by commas. */
  contentType?: string;
  /** The headers of a part and their schema. */
  headers?: { texts: readonly TextDefinition[]; schema: z.ZodType };
}

/** Says how texts become values, by name: the kind of a text where that is all there is to say. */
type WrittenTexts = Readonly<Record<string, Kind | Omit<FieldDefinition, 'name'>>>;

// A constant, since every object has a member `constructor`, by whose type a text of this name would be widened.
/** Lists how the texts of one location, fields of a form or headers, become values. */
export function textsOf<const TWritten extends WrittenTexts>(written: TWritten): FieldDefinition[] {
  return Object.entries(written).map(([name, text]) =>
    typeof text === 'string' ? { name, ...(text === 'string' ? {} : { shape: text }) } : { name, ...text },
  );
}

type WrittenParameters = Readonly<Partial<Record<ParameterDefinition['in'], WrittenTexts>>>;

/** Lists how parameters become values, by location. */
export function parametersOf<const TWritten extends WrittenParameters>(
  written: TWritten,
): ParameterDefinition[] {
  return Object.entries(written).flatMap(([location, texts]) =>
    textsOf(texts).map((text) => ({ ...text, in: location as ParameterDefinition['in'] })),
  );
}

/** Names the alternatives that open an operation: each needs all of its schemes, with their scopes. */
export type SecurityRequirements = readonly Readonly<Record<string, readonly string[]>>[];

/** The parts of an operation that `createRoute` does not support. */
export interface OperationDefinition<TRoute = RouteShape> {
  route: TRoute;
  parameters?: readonly ParameterDefinition[];
  /** The fields of form bodies, by media type. */
  forms?: Readonly<Record<string, readonly FieldDefinition[]>>;
  /** How response headers are read and written, by status. */
  responseHeaders?: Readonly<Record<string, readonly TextDefinition[]>>;
  security?: SecurityRequirements;
  /** Paths of servers of its own, below which the operation is mounted as well. */
  serverPaths?: readonly string[];
}

/** The definitions of operations, given their routes by operationId. */
export type OperationDefinitions<TRoutes> = {
  [TId in keyof TRoutes]: OperationDefinition<TRoutes[TId]>;
};
