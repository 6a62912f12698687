import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portablePath } from '@keyframe/openapi-codegen';
import { defineCommand, JSON_OPTION } from '../command/command.ts';
import { readSkill } from '../skills/read-skill.ts';

/** The skills of this package, in the format of agentskills.io. */
const SKILLS = ['move-from-openapi-typescript', 'start-a-project', 'test-a-server'];
/** Folders of agents in a project, and where each looks for skills. */
const FOLDERS = [
  ['.claude', '.claude/skills'],
  ['.cursor', '.cursor/skills'],
  ['.gemini', '.gemini/skills'],
  ['.opencode', '.opencode/skills'],
] as const;
/** The folder that several agents read. */
const SHARED_FOLDER = '.agents/skills';

/** Lists the skills for coding agents, or installs them in a project. */
export const skillsCommand = defineCommand({
  name: 'skills',
  summary: 'list skills for coding agents, or install them',
  description: `Lists the skills for coding agents: short instructions for a frequent task. --install writes them to the current folder, into the folder of each agent that it has a folder of (${FOLDERS.map(([folder]) => folder).join(', ')}), otherwise into ${SHARED_FOLDER}. A skill that is there is replaced.`,
  arguments: [],
  options: {
    install: { description: 'write the skills into the current project' },
    out: { value: '<folder>', description: 'with --install: write them into this folder' },
    ...JSON_OPTION,
  },
  async run({ values: { install, out: folder, json } }, { out }) {
    if (install || folder !== undefined) {
      const paths = await installSkills(folder === undefined ? findFolders() : [folder]);
      out(json ? JSON.stringify({ written: paths }) : paths.map((path) => `${path} written`).join('\n'));
      return 0;
    }
    const skills = SKILLS.map((name) => ({ name, description: readDescription(readSkill(name)) }));
    out(
      json
        ? JSON.stringify({ skills })
        : skills.map(({ name, description }) => `${name}: ${description}`).join('\n'),
    );
    return 0;
  },
});

function findFolders(): readonly string[] {
  const folders = FOLDERS.filter(([folder]) => existsSync(folder)).map(([, skills]) => skills);
  return folders.length > 0 ? folders : [SHARED_FOLDER];
}

async function installSkills(folders: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of folders)
    for (const name of SKILLS) {
      const path = join(folder, name, 'SKILL.md');
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(path, readSkill(name));
      paths.push(portablePath(path));
    }
  return paths;
}

function readDescription(text: string): string {
  return /^description: (.*)$/m.exec(text)?.[1] ?? '';
}
