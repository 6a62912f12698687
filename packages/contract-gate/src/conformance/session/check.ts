// The form of a check. Each file in `checks/` exports one.

import type { Operation, Response } from '@keyframe/openapi-model';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import { formatValue } from '../format-value.ts';
import type { Explanation } from '../schema/explain.ts';
import type { WireRequest, WireResponse } from '../wire/wire.ts';
import type { Basis } from './basis.ts';

/** Identity and texts of a check. */
export interface CheckDescription {
  /** In kebab-case and the name of the check's file; findings and baselines contain it. */
  id: string;
  /** The fault as a short sentence without a period. */
  title: string;
  /** The rule, its source, and the remedy. */
  explanation: string;
  /** The source of the rule, which decides the severity of its findings. */
  basis: Basis;
}

/** A rule for servers: compares an observation with the document and lists the differences. */
export interface Check<TObserved, TViolation = Violation> extends CheckDescription {
  run: (observed: TObserved) => readonly TViolation[] | Promise<readonly TViolation[]>;
}

/** A difference that a check found. */
export interface Violation {
  /** Into the document, in URI fragment form. */
  pointer: string;
  message: string;
  expected: string;
  received: string;
  /** Replaces the basis of the check, such as `convention` if only English text of the document supports the finding. */
  basis?: Basis | undefined;
  /** Replaces the pointer as the cause of the finding: violations of an operation with one cause are one finding. */
  cause?: string | undefined;
  /** Replaces the exchange of the observation. */
  evidence?: Evidence | undefined;
}

/** The exchange that shows a violation. */
export interface Evidence {
  operation: Operation;
  request?: WireRequest | undefined;
  response?: WireResponse | undefined;
  /** Requests that precede it. */
  before?: readonly WireRequest[] | undefined;
}

/** A response with the part of the document that describes it. */
export interface ObservedResponse {
  operation: Operation;
  request: WireRequest;
  response: WireResponse;
  /** Undefined if the operation does not document the status. */
  documented: Response | undefined;
  body: ParsedBody;
  space: SchemaSpace;
}

export type ParsedBody = { kind: 'empty' | 'malformed' | 'other' } | { kind: 'json'; value: unknown };

/** A check that needs one response only; runs on every response. */
export interface ResponseCheck extends Check<ObservedResponse> {
  run: (observed: ObservedResponse) => readonly Violation[];
}

/** Describes why a schema rejects a value: `` `items.0.size` is 30 (maximum: 10) ``. */
export function describeViolation(
  { path, keyword, expected, found }: Pick<Explanation, 'expected' | 'found' | 'keyword' | 'path'>,
  whole: string,
): string {
  const location = path.length > 0 ? `\`${path.join('.')}\`` : whole;
  // The schema `false`: a writeOnly property in a response, or one that `additionalProperties: false` forbids.
  if (keyword === 'false') return `${location} must not be present`;
  if (keyword === 'required') return `${location} lacks ${expected}`;
  const isScalar = typeof found !== 'object' || found === null;
  return isScalar ? `${location} is ${formatValue(found)} (${expected})` : `${location} violates ${expected}`;
}
