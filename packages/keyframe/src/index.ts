/** The configuration of the command line, `keyframe.config.ts`. */
export {
  type ApiConfig,
  type ClientOutput,
  type DiffConfig,
  type DocsConfig,
  defineConfig,
  type KeyframeConfig,
  type LintConfig,
  type McpConfig,
  type MockConfig,
  type ReadConfig,
  type ServerOutput,
  type TestConfig,
  type TypesOutput,
} from './config/keyframe-config.ts';
