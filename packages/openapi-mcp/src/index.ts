/** Model Context Protocol servers for OpenAPI documents. */
export { DEFAULT_RESULT_TOKENS } from './call/cut-result.ts';
export { describeFailure } from './call/describe-failure.ts';
export { createDownloads } from './call/download-folder.ts';
export { FileNotLoadedError } from './call/file-not-loaded-error.ts';
export { readArguments } from './call/read-arguments.ts';
export { readTexts } from './call/read-texts.ts';
export { createRedactor } from './call/redact.ts';
export { ResultFiles } from './call/result-files.ts';
export { sendOperation } from './call/send-operation.ts';
export { createToolSchemas } from './server/create-tool-schemas.ts';
export { createToolServer } from './server/create-tool-server.ts';
export { listJointSchemes, nameVariable } from './server/credentials.ts';
export { type OpenTools, openTools } from './server/open-tools.ts';
export { serveHttp } from './server/serve-http.ts';
export { serveStandardIo } from './server/serve-standard-io.ts';
export type { OperationTool } from './tools/operation-tool.ts';
export { ToolSet } from './tools/tool-set.ts';
