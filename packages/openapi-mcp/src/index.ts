/** Model Context Protocol servers for OpenAPI documents. */
export { createToolServer, type ToolServerOptions } from './server/create-tool-server.ts';
export { type HttpOptions, type ServedTools, serveHttp } from './server/serve-http.ts';
export { serveStandardIo } from './server/serve-standard-io.ts';
