/**
 * The version of each client that the lines of the guide were last run with: packages in the tests of this repository, and
 * apps when their lines change (decision 17). Other versions may lack a class or an option.
 */
export const CLIENT_VERSIONS = {
  '@ai-sdk/mcp': '2.0.99',
  '@langchain/mcp-adapters': '1.1.4',
  '@mastra/mcp': '2.0.0',
  '@modelcontextprotocol/client': '2.4.0',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@modelcontextprotocol/sdk': '1.32.2',
  'mcp-remote': '0.15.1',
  'Claude Code': '2.1.331',
  Codex: '0.169.0',
  'Gemini CLI': '0.61.0',
  opencode: '1.18.33',
} as const

/** A client with that version, such as "@mastra/mcp 2.0.0". */
export function versioned(client: keyof typeof CLIENT_VERSIONS): string {
  return `${client} ${CLIENT_VERSIONS[client]}`
}
