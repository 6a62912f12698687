// Rules for commit messages: Conventional Commits with exactly one type and one scope.
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TYPES = ['build', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test'];
const MANIFESTS = '{spec,packages/*,packages/acceptance/*,apps/*,apps/examples/*}/package.json';
/** The folders of packages, and what has none: dependencies, and the pull request that raises versions. */
const SCOPES = [
  ...globSync(MANIFESTS, { cwd: ROOT }).map((path) => basename(dirname(path))),
  'deps',
  'deps-dev',
  'examples',
  'release',
];

// The built-in rule for scopes accepts several of them.
const oneScope = ({ scope }) => [
  SCOPES.includes(scope),
  `scope must be one of ${SCOPES.toSorted().join(', ')} (got ${scope ?? 'none'})`,
];

export default {
  plugins: [{ rules: { 'one-scope': oneScope } }],
  rules: {
    'body-leading-blank': [2, 'always'],
    'header-max-length': [2, 'always', 72],
    'header-trim': [2, 'always'],
    'one-scope': [2, 'always'],
    'subject-case': [2, 'never', ['sentence-case', 'start-case', 'pascal-case', 'upper-case']],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
    'type-case': [2, 'always', 'lower-case'],
    'type-empty': [2, 'never'],
    'type-enum': [2, 'always', TYPES],
  },
};
