import { type Reference, reference } from '@keyframe/openapi-codegen';
import type * as functions from '@keyframe/openapi-runtime/client';

export type RuntimeFunction = keyof typeof functions;

/** Names a function of the runtime; whoever prints the code knows the module that exports it. */
export function runtime(name: RuntimeFunction): Reference {
  return reference('runtime', name);
}
