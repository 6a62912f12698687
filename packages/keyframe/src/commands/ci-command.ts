import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCall } from '@keyframe/openapi-tooling/command/run';
import { loadConfig } from '../config/load-config.ts';
import { findCommand, type LoadedCommand } from '../loaded-command.ts';

const GATE_CONFIG = 'contract-gate.config.ts';

/** Loads the command that runs every configured tool, by the configuration that keyframe.config.ts names. */
export async function loadCi(): Promise<LoadedCommand> {
  const { TOOL } = await import('@keyframe/contract-gate/command');
  const loaded = findCommand(TOOL, 'ci');
  const { command } = loaded;
  const { config, ...options } = command.options;
  const { default: _default, ...configOption } = config ?? { description: '' };
  return {
    ...loaded,
    command: {
      ...command,
      options: { config: configOption, ...options },
      async run({ values }, streams) {
        const path = values.config ?? (await findGateConfig());
        const call = readCall(command, [], (name) =>
          name === 'config' ? String(path) : (values[name] as string | undefined),
        );
        return command.run(call, streams);
      },
    },
  };
}

async function findGateConfig(): Promise<string> {
  if (existsSync(GATE_CONFIG)) return GATE_CONFIG;
  const { folder, gate = GATE_CONFIG } = await loadConfig(`Create it, or ${GATE_CONFIG} here.`);
  return resolve(folder, gate);
}
