import { REASONS, type Reason } from '#lib/pipeline/error-reasons.ts'
import { errorBody, isAppError } from '#lib/pipeline/errors.ts'
import { readBrackets } from '#lib/surfaces/brackets.ts'
import { coerce } from '#lib/surfaces/coerce.ts'
import { authenticated, holderOf, insufficientScope } from '#lib/surfaces/tools/authenticate.ts'
import { callerOf, callTool } from '#lib/surfaces/tools/call.ts'
import { listedTools, mayCall } from '#lib/surfaces/tools/catalogue.ts'

/** The default tool. */
const STANDARD = 'fetch_all_payments'

/**
 * `GET /api/tool-endpoint`: one tool that reads, without the protocol around it, for a bearer token with the scope
 * `read_only`. The tool is named by `tool`, its arguments are the rest of the query; without a name it lists
 * payments. It runs as at /mcp: same permissions, same log.
 */
export function handleToolEndpoint(request: Request): Promise<Response> {
  return authenticated(request, async (auth) => {
    const asked = readQuery(request)
    if (asked instanceof Response) return asked
    const { tool: name = STANDARD, ...query } = asked
    const tool = listedTools().find(
      ({ listing }) => listing.name === name && listing.annotations.readOnlyHint,
    )
    if (!tool)
      return answer(404, {
        error: 'not_found',
        error_description: 'Unknown read tool. Tools that write are called at /mcp.',
      })
    if (!mayCall(auth.scopes, tool))
      return insufficientScope(auth.scopes, tool.scope, `This tool needs the scope ${tool.scope}.`)
    const result = await callTool(
      tool,
      coerce(tool.operation.input, query) as Record<string, unknown>,
      holderOf(auth),
      callerOf(request.headers),
    )
    if (!result.isError) return answer(200, result.structuredContent)
    const [content] = result.content
    const refusal = JSON.parse(content?.type === 'text' ? content.text : '{}') as {
      error: { reason: Reason }
    }
    return answer(REASONS[refusal.error.reason].status, refusal)
  })
}

/** The arguments in the query, or the error of one that cannot be parsed. */
function readQuery(request: Request): Record<string, unknown> | Response {
  try {
    return readBrackets(new URL(request.url).searchParams)
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    return answer(thrown.status, errorBody(thrown))
  }
}

function answer(status: number, body: unknown): Response {
  const headers = { 'cache-control': 'no-store', ...(status === 503 ? { 'retry-after': '1' } : {}) }
  return Response.json(body, { status, headers })
}
