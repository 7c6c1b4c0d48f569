import { demo } from '#e2e/fixtures.ts'

export type Value = Record<string, unknown>

/** A connection of a library, with the methods that these tests need. */
export type Connection = {
  names(): Promise<string[]>
  /** @returns the structured result of the tool */
  call(tool: string, args: Value): Promise<Value>
  close(): Promise<void>
}

/** A library with its stored authorization, which outlives a connection. */
export type Library = {
  /** Connects, after a person has opened the URL of each authorization request. */
  connect(consent: (url: string) => Promise<void>): Promise<Connection>
  /** How many times it has asked a person to authorize it. */
  requestCount(): number
  tokens(): { access_token: string; refresh_token?: string | undefined }
  clientId(): string
  /** Makes the stored access token invalid, as after an hour. */
  expire(): void
  dispose(): void
}

/** An access token that the server doesn't know. */
export const INVALID_TOKEN = 'x'.repeat(43)

/** Most of these libraries can't request more scopes later, so they connect to the URL that requests all of them. */
export const ENDPOINT = () => `${demo().mcp_url}/mcp/write`

/** The structured content of a tool's result. An error is thrown. */
export function structured(result: unknown): Value {
  const { isError, content, structuredContent } = result as Value
  if (isError) throw new Error(JSON.stringify(content))
  return structuredContent as Value
}
