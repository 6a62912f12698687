/** Model Context Protocol servers for OpenAPI documents. */
export { DEFAULT_RESULT_TOKENS } from './call/cut-result.ts';
export { createRedactor } from './call/redact.ts';
export { createToolSchemas } from './server/create-tool-schemas.ts';
export { createToolServer, type ToolServerOptions } from './server/create-tool-server.ts';
export { listJointSchemes, nameVariable } from './server/credentials.ts';
export { type HttpOptions, type ServedTools, serveHttp } from './server/serve-http.ts';
export { serveStandardIo } from './server/serve-standard-io.ts';
export { ToolSet } from './tools/tool-set.ts';
