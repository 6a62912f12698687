import type { OpenApiModel } from '@keyframe/openapi-model';
import type { Tool } from '@modelcontextprotocol/server';
import { createToolSchemas } from './server/create-tool-schemas.ts';
import { ToolSet } from './tools/tool-set.ts';

/** Lists the tools of a document as hosts receive them, without a server. */
export function listTools(model: OpenApiModel): Tool[] {
  const set = new ToolSet(createToolSchemas(model).model, { isReadOnly: false });
  return set.tools.map((tool) => set.define(tool));
}
