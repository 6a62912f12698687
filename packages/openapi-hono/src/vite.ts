// A plugin for Vite and Rolldown: generates before a build, and again whenever the document changes.
import { formatProblems, groupProblems } from '@keyframe/openapi-model';
import { isExpected } from './errors.ts';
import { type Project, write } from './project.ts';

/** Members of a Vite plugin that this one uses, declared here so that Vite is not a dependency. */
export interface OpenApiHonoPlugin {
  name: string;
  buildStart: (this: BuildContext) => Promise<void>;
  configureServer: (server: DevelopmentServer) => void;
}

interface BuildContext {
  addWatchFile: (path: string) => void;
  warn: (message: string) => void;
}

interface DevelopmentServer {
  watcher: {
    add: (paths: readonly string[]) => unknown;
    on: (event: 'change', listener: (path: string) => void) => unknown;
  };
  config: { logger: { error: (message: string) => void } };
}

/** Makes a plugin that keeps the generated files of a project up to date; a document that is wrong fails the build. */
export function openapiHono(project: Project): OpenApiHonoPlugin {
  let sources: readonly string[] = [];
  let watched: DevelopmentServer['watcher'] | undefined;
  async function generateNow(): ReturnType<typeof write> {
    const result = await write(project);
    sources = result.sources;
    // Files outside of Vite's root are not watched by themselves.
    watched?.add(sources);
    return result;
  }
  return {
    name: 'openapi-hono',
    async buildStart() {
      const { warnings, skipped } = await generateNow();
      for (const group of groupProblems(warnings)) this.warn(formatProblems(project.document, group));
      for (const operation of skipped) this.warn(`skipped: ${operation}`);
      for (const path of sources) this.addWatchFile(path);
    },
    configureServer({ watcher, config }) {
      watched = watcher;
      watcher.on('change', (path) => {
        if (!sources.includes(path)) return;
        generateNow().catch((error: unknown) => {
          if (!isExpected(error)) throw error;
          config.logger.error(error.message);
        });
      });
    },
  };
}
