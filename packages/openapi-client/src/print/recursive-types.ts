// Components that consist of themselves, which the compiler rejects unless an object or an interface is in between.
import { parsePointer } from '@keyframe/openapi-model/document';
import { Recursion } from '../types/recursion.ts';
import type { Position } from './schema-printer.ts';
import type { TypeNode } from './type-node.ts';

/** Finds references that lead back to the component that is printed. */
export class RecursiveTypes {
  readonly #recursion = new Recursion<TypeNode>();

  /** Finds how the target of a reference leads back; undefined if it does not. */
  leadsBack(target: TypeNode, { root }: Position): 'inPlace' | 'items' | undefined {
    return root && this.#recursion.leadsBack(target, root);
  }

  /** Finds the component of the items of a list that leads back. */
  findItems({ keywords: { items, prefix } }: TypeNode, at: Position): string | undefined {
    const target = items?.keywords.reference;
    if (!target || prefix.length > 0 || this.leadsBack(target, at) === undefined) return undefined;
    const [root, folder, name, ...rest] = parsePointer(target.pointer) ?? [];
    return root === 'components' && folder === 'schemas' && rest.length === 0 ? name : undefined;
  }
}
