// A regular expression of a document can block a process for minutes, unless `readSafePattern` of openapi-schema has chosen
// its matcher. The table lists the other files that create regular expressions from texts, and the source of the texts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './root.ts';

const SOURCES: Readonly<Record<string, string>> = {
  'contract-gate/src/conformance/checks/range-wrong.ts': 'numbers',
  'contract-gate/src/conformance/checks/stack-trace.ts': 'constants',
  'contract-gate/src/conformance/phases/state.ts': 'constants',
  'contract-gate/src/conformance/requests/freshen.ts': 'a constant alphabet',
  'contract-gate/src/conformance/session/redaction.ts': 'escaped secrets',
  'openapi-docs/src/markdown/highlight-code.ts': 'constants',
  'openapi-hono/src/targets/zod/compile-object.ts': 'generated code, of a safe pattern',
  'openapi-mcp/src/call/redact.ts': 'escaped secrets',
  'openapi-mock/src/mount.ts': 'a path with wildcards of the caller',
  'openapi-model/src/model/resource-path.ts': 'constants',
  'openapi-resources/src/conventions/convention-options.ts': 'the configuration',
  'openapi-resources/src/conventions/conventions.ts': 'the configuration',
  'openapi-runtime/src/formats/date-and-time.ts': 'constants',
  'openapi-runtime/src/formats/email.ts': 'constants',
  'openapi-runtime/src/formats/formats.ts': 'constants; a text that is only parsed',
  'openapi-runtime/src/formats/idna-context.ts': 'constants',
  'openapi-runtime/src/formats/ip-address.ts': 'constants',
  'openapi-runtime/src/formats/uri.ts': 'constants',
  'openapi-runtime/src/http/multipart.ts': 'the names of two parameters',
  'openapi-runtime/src/patterns/character-kind.ts': 'the class of one character',
  'openapi-runtime/src/schema/builder.ts': 'generated code, of a safe pattern',
  'openapi-schema/src/redos/safe-pattern.ts': 'a pattern that was analyzed',
  'openapi-schema/src/validators/validator-compiler.ts': 'generated code, of a safe pattern',
};

test('only the listed sources create regular expressions from texts', () => {
  const cwd = join(ROOT, 'packages');
  const files = ['openapi-*/src/**/*.ts', 'contract-gate/src/**/*.ts'].flatMap((glob) =>
    globSync(glob, { cwd }),
  );
  const found = files
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => /\bRegExp\(/.test(readFileSync(join(cwd, path), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(SOURCES).toSorted());
});
