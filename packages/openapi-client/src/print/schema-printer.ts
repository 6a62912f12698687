import type { JsonValue } from '@keyframe/openapi-model/document';
import type { Direction } from '@keyframe/openapi-schema';
import type { TypeNode } from './type-node.ts';
import type { TypeText } from './type-text.ts';
import type { TypesOptions } from './types-options.ts';

/** The position of a type. */
export interface Position {
  /** The indentation of its line. */
  indent: string;
  /** Whether it is part of a request, where a default does not make a member present. */
  isRequest: boolean;
  /** The pointer of the schema, if it is a component. */
  pointer?: string | undefined;
  /** The component around it, unless an object is in between. */
  root?: TypeNode | undefined;
  /** Whether a list is between it and the component. */
  isItem?: boolean | undefined;
}

/** The position of a type in a message. */
export interface MessagePosition extends Position {
  direction: Direction;
}

/** A schema of a message. */
export interface MessageSchema {
  value: JsonValue | undefined;
  pointer: string;
  /** The media type of its values; undefined outside of bodies. */
  mediaType?: string;
}

/** A printed component. */
export interface PrintedComponent {
  name: string;
  /** Its comment, at the indentation of a member. */
  comment: string;
  type: string;
}

/** Prints the types of schemas. */
export interface SchemaPrinter {
  readonly options: TypesOptions;
  /** Whether the helper `WithRequired` is used. */
  readonly needsRequired: boolean;
  /** Whether the helper `RecursiveList` is used. */
  readonly needsRecursiveList: boolean;
  /** Prints the type of a schema of the document. */
  printSchema(schema: MessageSchema, at: MessagePosition): TypeText;
  /** Lists the types of a schema, as far as they are known. */
  listTypes(schema: MessageSchema): readonly string[];
  /** Prints the components that are schemas. */
  printComponents(at: Position): PrintedComponent[];
}

/** Prints types of schemas inside of others. */
export interface InnerPrinter extends SchemaPrinter {
  print(node: TypeNode, at: Position): TypeText;
  /** Prints a list whose items hold the list itself; undefined for other lists. */
  printRecursiveList(node: TypeNode, at: Position): TypeText | undefined;
}
