# Prints the tools that fastmcp makes of a document.
import asyncio
import json
import sys

from fastmcp import FastMCP


async def main() -> None:
    with open(sys.argv[1]) as file:
        server = FastMCP.from_openapi(openapi_spec=json.load(file))
    tools = await server.list_tools()
    listed = [tool.to_mcp_tool().model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
    print(json.dumps(listed))


asyncio.run(main())
