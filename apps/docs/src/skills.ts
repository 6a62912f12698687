/** Instructions for agents about frequent tasks, in the format of Agent Skills (agentskills.io). */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

const files: Record<string, string> = import.meta.glob('../../../packages/keyframe/skills/*/SKILL.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** All skills, by name. */
export const skills: readonly Skill[] = Object.entries(files)
  .map(([path, text]) => ({
    name: path.split('/').at(-2) ?? '',
    description: /^description: (.*)$/m.exec(text)?.[1] ?? '',
    text,
  }))
  .toSorted((left, right) => left.name.localeCompare(right.name));
