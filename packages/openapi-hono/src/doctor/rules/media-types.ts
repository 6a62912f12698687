import { appendPointer, isJsonObject, memberOf } from '@keyframe/openapi-model';
import type { Rule } from '../rule.ts';

// Media types that @hono/zod-openapi 1.6 treats as JSON.
const TAKEN_FOR_JSON = /^application\/([a-z-.]+\+)?json/i;
const IS_JSON = /^application\/(?:[^;]*\+)?json\s*(?:;|$)/i;

/** Finds bodies that @hono/zod-openapi always refuses, because it applies the schema of every JSON media type. */
export const severalJsonTypes: Rule = {
  name: 'several-json-types',
  level: 'info',
  kind: 'requestBody',
  check: ({ value, pointer }, { report }) => {
    const names = contentNames(value.content).filter((name) => TAKEN_FOR_JSON.test(name));
    if (names.length < 2 || memberOf(value, 'required') !== true) return;
    const message = `@hono/zod-openapi validates each body against all of the schemas: those of ${names.join(' and ')}.`;
    report(appendPointer(pointer, 'content'), message, 'Keep one, or validate with the generated code.');
  },
};

/** Finds bodies that @hono/zod-openapi does not validate. */
export const unvalidatedTypes: Rule = {
  name: 'unvalidated-media-types',
  level: 'info',
  kind: 'requestBody',
  check: ({ value, pointer }, { report }) => {
    for (const name of contentNames(value.content)) {
      if (!IS_JSON.test(name) || TAKEN_FOR_JSON.test(name)) continue;
      const message = `@hono/zod-openapi does not recognize ${name} as JSON, so it does not validate the body.`;
      const repair =
        'Use a media type that consists of letters, dots and hyphens, or validate with the generated code.';
      report(appendPointer(pointer, 'content', name), message, repair);
    }
  },
};

/** Finds examples of responses that Dredd never looks at. */
export const laterExamples: Rule = {
  name: 'later-examples',
  level: 'info',
  kind: 'response',
  check: ({ value, pointer }, { report }) => {
    for (const name of contentNames(value.content)) {
      const mediaType = isJsonObject(value.content) ? value.content[name] : undefined;
      const examples = isJsonObject(mediaType) ? memberOf(mediaType, 'examples') : undefined;
      const [first, ...later] = isJsonObject(examples) ? Object.keys(examples) : [];
      if (later.length === 0) continue;
      const message = `Dredd compares responses with the first example only, "${first}", and not with the schema.`;
      const repair = 'Check the other examples against the schema in a test.';
      report(appendPointer(pointer, 'content', name, 'examples'), message, repair);
    }
  },
};

function contentNames(content: unknown): string[] {
  return isJsonObject(content) ? Object.keys(content) : [];
}
