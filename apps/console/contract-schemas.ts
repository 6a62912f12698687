// A Vite plugin: the schemas that forms take their limits from, each an export of `virtual:contract-schemas`, so that a
// page ships those it uses and not the 130 kB of the document.
import document from '@keyframe/console-contract/openapi.json' with { type: 'json' };
import type { Plugin } from 'vite';

const ID = 'virtual:contract-schemas';

/** Makes the module of the contract's schemas. */
export function contractSchemas(): Plugin {
  return {
    name: 'contract-schemas',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      return Object.entries(document.components.schemas)
        .map(([name, schema]) => `export const ${name} = ${JSON.stringify(schema)};`)
        .join('\n');
    },
  };
}
