import { expect, test } from 'vitest';
import { replaceNpx } from './replace-npx.ts';

test.each([
  ['npx @keyframe/cli test --seed 1', 'keyframe test --seed 1'],
  ['npx --no keyframe mock', 'keyframe mock'],
  ['npx @keyframe/mock', 'keyframe-mock'],
  ['A=1 npx @keyframe/openapi-mcp a.yaml', 'A=1 openapi-mcp a.yaml'],
  ['npx @stoplight/prism-cli mock a.yaml', 'prism mock a.yaml'],
  ['npx vite\nnpx msw init .', 'vite\nmsw init .'],
])('%j runs %j', (commands, expected) => {
  expect(replaceNpx(commands)).toBe(expected);
});
