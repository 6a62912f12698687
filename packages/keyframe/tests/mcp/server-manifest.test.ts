// `server.json` is published to the registry of MCP servers, which refuses it if it contradicts the package.
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import server from '../../server.json' with { type: 'json' };
import { mcpCommand } from '../../src/commands/mcp-command.ts';

const { packages, ...description } = server;
const [npmPackage] = packages;

test('the registry accepts the name, the version and the description of the server', () => {
  expect(description).toMatchObject({
    $schema: expect.stringMatching(/^https:\/\/static\.modelcontextprotocol\.io\/schemas\/[\d-]+\/server/),
    name: manifest.mcpName,
    version: manifest.version,
    repository: {
      url: manifest.repository.url.replace(/^git\+|\.git$/g, ''),
      source: 'github',
      subfolder: manifest.repository.directory,
    },
  });
  // The namespace belongs to the owner of the repository.
  const [, owner] = /github\.com\/([^/]+)/.exec(server.repository.url) ?? [];
  expect(server.name).toMatch(new RegExp(`^io\\.github\\.${owner}/[\\w.-]+$`));
  expect(server.description).toMatch(/^.{1,100}$/);
  expect(server.title).toMatch(/^.{1,100}$/);
});

test('its package is this one', () => {
  expect(packages).toHaveLength(1);
  expect(npmPackage).toMatchObject({
    registryType: 'npm',
    identifier: manifest.name,
    version: manifest.version,
    transport: { type: 'stdio' },
  });
});

test('its arguments and its variable are those of the command', () => {
  const words = (npmPackage?.packageArguments ?? []).map(({ type, value, valueHint, name }) =>
    type === 'positional' ? (value ?? `<${valueHint}>`) : name,
  );
  const options = Object.entries(mcpCommand.options);
  const withValues = options.filter(([, { value }]) => value !== undefined).map(([name]) => `--${name}`);
  expect(words.slice(0, 2)).toEqual([mcpCommand.name, ...mcpCommand.arguments]);
  expect(withValues).toEqual(expect.arrayContaining(words.filter((word) => word?.startsWith('--'))));
  const repeated = npmPackage?.packageArguments.filter(({ isRepeated }) => isRepeated);
  for (const { name } of repeated ?? []) {
    expect(options).toContainEqual([name?.slice(2), expect.objectContaining({ isRepeatable: true })]);
  }
  const { default: variable } = mcpCommand.options['key-variable'] ?? {};
  expect(npmPackage?.environmentVariables).toMatchObject([{ name: variable, isSecret: true }]);
});
