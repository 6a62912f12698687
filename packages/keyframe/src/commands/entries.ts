// The list of commands. It imports none of them: the list is printed before a command line is understood.
import type { Completion } from '../config/complete-by-config.ts';
import { type CommandEntry, findCommand, type LoadedCommand } from '../loaded-command.ts';

const DOCUMENT = ['[<document>]'] as const;

async function loadGate(command: string, completion: Completion): Promise<LoadedCommand> {
  const { TOOL } = await import('@keyframe/contract-gate/command');
  return complete(findCommand(TOOL, command), completion);
}

async function complete(loaded: LoadedCommand, completion: Completion): Promise<LoadedCommand> {
  const { completeByConfig } = await import('../config/complete-by-config.ts');
  return { ...loaded, command: completeByConfig(loaded.command, completion) };
}

/** All commands, in the order of the list. */
export const ENTRIES: readonly CommandEntry[] = [
  {
    name: 'generate',
    summary: 'generate servers, clients and types',
    arguments: ['[<api>…]'],
    load: async () => (await import('./generate-command.ts')).loadGenerate(),
  },
  {
    name: 'dev',
    summary: 'generate, mock and check again whenever a document is saved',
    arguments: ['[<api>…]'],
    load: async () => (await import('./dev-command.ts')).loadDev(),
  },
  {
    name: 'lint',
    summary: 'report the problems of a document',
    arguments: DOCUMENT,
    load: () => loadGate('lint', { name: 'lint', section: 'lint' }),
  },
  {
    name: 'doctor',
    summary: 'list the errors of a document, and what other tools change in it',
    arguments: DOCUMENT,
    async load() {
      const { TOOL } = await import('@keyframe/openapi-hono/command');
      return complete(findCommand(TOOL, 'doctor'), { name: 'doctor' });
    },
  },
  {
    name: 'mock',
    summary: 'serve a stateful mock of a document',
    arguments: DOCUMENT,
    async load() {
      const { TOOL } = await import('@keyframe/openapi-mock/command');
      return complete(findCommand(TOOL, 'openapi-mock'), { name: 'mock', section: 'mock' });
    },
  },
  {
    name: 'docs',
    summary: 'write the reference of a document as one HTML file',
    arguments: DOCUMENT,
    async load() {
      const { loadDocs } = await import('./docs-command.ts');
      return complete(await loadDocs(), { name: 'docs', section: 'docs' });
    },
  },
  {
    name: 'test',
    summary: 'test whether a running server conforms to its document',
    arguments: DOCUMENT,
    load: () => loadGate('test', { name: 'test', section: 'test' }),
  },
  {
    name: 'diff',
    summary: 'report the breaking changes of a new version of a document',
    arguments: ['[<old>]', '[<new>]'],
    load: () =>
      loadGate('diff', {
        name: 'diff',
        section: 'diff',
        listArguments: ({ diff, document }) => (diff === undefined ? [document] : [diff.against, document]),
      }),
  },
  {
    name: 'ci',
    summary: 'run every configured tool',
    arguments: [],
    load: async () => (await import('./ci-command.ts')).loadCi(),
  },
  {
    name: 'mcp',
    summary: 'serve the operations of a document as tools of agents',
    arguments: DOCUMENT,
    async load() {
      const { TOOL } = await import('@keyframe/openapi-mcp/command');
      return complete(findCommand(TOOL, 'openapi-mcp'), { name: 'mcp', section: 'mcp' });
    },
  },
  {
    name: 'video',
    summary: 'generate a video with the service',
    arguments: ['[<prompt>]'],
    load: async () => (await import('./video-command.ts')).loadVideo(),
  },
  {
    name: 'tasks',
    summary: 'list tasks of the service, or show one',
    arguments: ['[<id>]'],
    load: async () => (await import('./tasks-command.ts')).loadTasks(),
  },
  {
    name: 'listen',
    summary: 'forward callbacks of the sandbox to this machine',
    arguments: [],
    load: async () => (await import('./listen-command.ts')).loadListen(),
  },
  {
    name: 'trigger',
    summary: 'have the service, or the mock of a document, send a callback',
    arguments: ['<callback>', '[<document>]'],
    load: async () => (await import('./trigger-command.ts')).loadTrigger(),
  },
  {
    name: 'login',
    summary: 'store a key of the service',
    arguments: [],
    load: async () => (await import('./login-command.ts')).loadLogin(),
  },
  {
    name: 'logout',
    summary: 'delete the stored key of the service',
    arguments: [],
    load: async () => (await import('./login-command.ts')).loadLogout(),
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    arguments: ['<shell>'],
    load: async () => (await import('./completion-command.ts')).loadCompletion(ENTRIES),
  },
];
