import type { ObjectNode, SchemaNode } from '@keyframe/openapi-schema';
import { TypeCompiler } from '@keyframe/openapi-schema/types';
import type { ComponentNames } from '../../naming/component-names.ts';
import { namedSchema } from '../../printer/runtime.ts';

/** The type of a schema before (`input`) or after (`output`) defaults are filled in. */
export type TypeMode = 'input' | 'output';

/** Creates a compiler of the types of a server. */
export function createTypeCompiler(names: ComponentNames, mode: TypeMode): TypeCompiler {
  const isOutput = mode === 'output';
  return new TypeCompiler({
    areDefaultsFilled: isOutput,
    listOmitted: ({ ignored }: ObjectNode) => (isOutput ? ignored : []),
    nameReference: (target: SchemaNode) => {
      const component = names.ensureNamed(target);
      return component && namedSchema(`type ${isOutput ? component.identifier : component.input}`);
    },
    describe: ({ description }: SchemaNode) => description,
  });
}
