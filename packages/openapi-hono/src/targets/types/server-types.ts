import type { ObjectNode, SchemaNode } from '@keyframe/openapi-schema';
import { TypeCompiler } from '@keyframe/openapi-schema/types';
import type { ComponentNames } from '../../naming/component-names.ts';

/** The type of a schema before (`input`) or after (`output`) defaults are filled in. */
export type TypeMode = 'input' | 'output';

/** Creates a compiler of the types of a server; `used` collects the named types that the text refers to. */
export function createTypeCompiler(
  names: ComponentNames,
  mode: TypeMode,
  used: Set<string> = new Set(),
): TypeCompiler {
  const isOutput = mode === 'output';
  return new TypeCompiler({
    areDefaultsFilled: isOutput,
    listOmitted: ({ ignored }: ObjectNode) => (isOutput ? ignored : []),
    nameReference: (target: SchemaNode) => {
      const named = names.ensureNamed(target);
      if (!named) return undefined;
      const name = isOutput ? named.identifier : named.input;
      used.add(name);
      return name;
    },
    describe: ({ description }: SchemaNode) => description,
  });
}
