// The list of commands. It imports none of them: the list is printed before a command line is understood.
import type { Command } from '../command/command.ts';
import type { Completion } from '../config/complete-by-config.ts';
import type { CommandEntry, LoadedCommand } from '../loaded-command.ts';

const DOCUMENT = ['[<document>]'] as const;

async function loadCheck(command: Command, completion?: Completion): Promise<LoadedCommand> {
  const { findCheckStatus } = await import('../options/error-status.ts');
  const loaded: LoadedCommand = { command, findErrorStatus: findCheckStatus, exitsBySignal: true };
  return completion === undefined ? loaded : complete(loaded, completion);
}

async function loadTool(command: Command, completion: Completion): Promise<LoadedCommand> {
  const { findErrorStatus } = await import('../options/error-status.ts');
  return complete({ command, findErrorStatus }, completion);
}

async function loadCall(command: Command): Promise<LoadedCommand> {
  const { findErrorStatus } = await import('../options/error-status.ts');
  return { command, findErrorStatus, exitsBySignal: true };
}

async function complete(loaded: LoadedCommand, completion: Completion): Promise<LoadedCommand> {
  const { completeByConfig } = await import('../config/complete-by-config.ts');
  return { ...loaded, command: completeByConfig(loaded.command, completion) };
}

const DOCUMENT_ENTRIES: readonly Omit<CommandEntry, 'group'>[] = [
  {
    name: 'init',
    summary: 'write a configuration for a document, scripts and a workflow of CI',
    arguments: DOCUMENT,
    load: async () => {
      const { findErrorStatus } = await import('../options/error-status.ts');
      return { command: (await import('./init-command.ts')).initCommand, findErrorStatus };
    },
  },
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
    load: async () => loadCheck((await import('./lint-command.ts')).lintCommand, { section: 'lint' }),
  },
  {
    name: 'diff',
    summary: 'report the breaking changes of a new version of a document',
    arguments: ['[<old>]', '[<new>]'],
    load: async () =>
      loadCheck((await import('./diff-command.ts')).diffCommand, {
        section: 'diff',
        listArguments: ({ diff, document }) => (diff === undefined ? [document] : [diff.against, document]),
      }),
  },
  {
    name: 'usage',
    summary: 'write which parts of a document some TypeScript uses',
    arguments: ['<document>', '<folder>'],
    load: async () => loadCall((await import('./usage-command.ts')).usageCommand),
  },
  {
    name: 'record',
    summary: 'write which parts of a document some traffic uses, and report what breaks it',
    arguments: DOCUMENT,
    load: async () => loadTool((await import('./record-command.ts')).recordCommand, {}),
  },
  {
    name: 'unused',
    summary: 'list the parts of a document that no consumer uses',
    arguments: DOCUMENT,
    load: async () => loadTool((await import('./unused-command.ts')).unusedCommand, {}),
  },
  {
    name: 'mock',
    summary: 'serve a stateful mock of a document',
    arguments: DOCUMENT,
    load: async () => loadTool((await import('./mock-command.ts')).mockCommand, { section: 'mock' }),
  },
  {
    name: 'docs',
    summary: 'write the reference of a document, with its mock in the page',
    arguments: DOCUMENT,
    load: async () => loadTool((await import('./docs-command.ts')).docsCommand, { section: 'docs' }),
  },
];

const SERVER_ENTRIES: readonly Omit<CommandEntry, 'group'>[] = [
  {
    name: 'test',
    summary: 'test whether a running server conforms to its document',
    arguments: DOCUMENT,
    load: async () => loadCheck((await import('./test-command.ts')).testCommand, { section: 'test' }),
  },
  {
    name: 'round-trip',
    summary: 'compare a document with the document that a server or an app serves',
    arguments: DOCUMENT,
    load: async () =>
      loadCheck((await import('./round-trip-command.ts')).roundTripCommand, { section: 'roundTrip' }),
  },
  {
    name: 'ci',
    summary: 'run every configured check',
    arguments: ['[<api>…]'],
    load: async () => loadCheck((await import('./ci-command.ts')).ciCommand),
  },
  {
    name: 'explain',
    summary: 'explain a check',
    arguments: ['[<check>]'],
    load: async () => loadCheck((await import('./explain-command.ts')).explainCommand),
  },
  {
    name: 'ca',
    summary: 'create a CA for callbacks over TLS',
    arguments: ['<file>'],
    load: async () => loadCheck((await import('./ca-command.ts')).caCommand),
  },
  {
    name: 'call',
    summary: 'call an operation, and wait for the work that it starts',
    arguments: ['[<document>]', '<operation>'],
    load: async () => loadCall((await import('./call-command.ts')).callCommand),
  },
  {
    name: 'wait',
    summary: 'wait for work that a call of an operation has started',
    arguments: ['[<document>]', '<operation>', '<id>'],
    load: async () => loadCall((await import('./wait-command.ts')).waitCommand),
  },
  {
    name: 'mcp',
    summary: 'serve the operations of a document as tools of agents',
    arguments: DOCUMENT,
    load: async () => loadTool((await import('./mcp-command.ts')).mcpCommand, { section: 'mcp' }),
  },
];

const SERVICE_ENTRIES: readonly Omit<CommandEntry, 'group'>[] = [
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
];

const TOOL_ENTRIES: readonly Omit<CommandEntry, 'group'>[] = [
  {
    name: 'options',
    summary: 'describe the options that many commands have',
    arguments: [],
    load: async () => loadCheck((await import('./options-command.ts')).optionsCommand),
  },
  {
    name: 'skills',
    summary: 'list skills for coding agents, or install them',
    arguments: [],
    load: async () => loadCheck((await import('./skills-command.ts')).skillsCommand),
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    arguments: ['<shell>'],
    load: async () => (await import('./completion-command.ts')).loadCompletion(ENTRIES),
  },
];

/** All commands, in the order of the list. */
export const ENTRIES: readonly CommandEntry[] = [
  ...DOCUMENT_ENTRIES.map((entry) => ({ ...entry, group: 'from a document' as const })),
  ...SERVER_ENTRIES.map((entry) => ({ ...entry, group: 'with a server' as const })),
  ...SERVICE_ENTRIES.map((entry) => ({ ...entry, group: 'the Keyframe video service' as const })),
  ...TOOL_ENTRIES.map((entry) => ({ ...entry, group: 'this tool' as const })),
];
