# Prints the tools that fastmcp makes of a document, each with its operation.
import asyncio
import json
import sys

from fastmcp import FastMCP


async def main() -> None:
    with open(sys.argv[1]) as file:
        document = json.load(file)
    # fastmcp rejects documents without servers.
    if not document.get("servers"):
        document["servers"] = [{"url": "https://service.example"}]
    server = FastMCP.from_openapi(openapi_spec=document)
    listed = []
    for tool in await server.list_tools():
        written = tool.to_mcp_tool().model_dump(mode="json", by_alias=True, exclude_none=True)
        route = getattr(tool, "_route", None)
        listed.append({**written, "method": getattr(route, "method", ""), "path": getattr(route, "path", "")})
    print(json.dumps(listed))


asyncio.run(main())
