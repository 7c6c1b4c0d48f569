import { errorBody, isAppError } from '#lib/pipeline/errors.ts'
import { readBrackets } from '#lib/surfaces/brackets.ts'
import { authenticated, holderOf } from '#lib/surfaces/tools/authenticate.ts'
import { callTool, toolBody } from '#lib/surfaces/tools/call.ts'
import { callerOf } from '#lib/surfaces/tools/caller.ts'
import { mayCall, tools } from '#lib/surfaces/tools/catalogue.ts'
import { scopeTaken } from '#lib/surfaces/tools/permission-request.ts'
import { rejectedResponse } from '#lib/surfaces/tools/rejected.ts'

const STANDARD = 'fetch_all_payments'

/**
 * `GET /api/tool-endpoint`: one tool that reads, without the protocol around it, for a bearer token with the scope
 * `read_only`. The tool is named by `tool`, its arguments are the rest of the query; without a name it lists
 * payments. It runs as at /mcp: same permissions, same log.
 */
export function handleToolEndpoint(request: Request): Promise<Response> {
  return authenticated(request, async (auth) => {
    const input = readQuery(request)
    if (input instanceof Response) return input
    const { tool: name = STANDARD, ...query } = input
    const tool = tools().get(String(name))
    if (!tool?.listing.annotations.readOnlyHint)
      return jsonResponse(404, {
        error: 'not_found',
        error_description: 'Unknown read tool. Tools that write are called at /mcp.',
      })
    const [bearer, caller] = [holderOf(auth), callerOf(request.headers)]
    const scope = scopeTaken({ tool, args: query })
    if (!mayCall(auth.scopes, { scope })) return rejectedResponse({ tool, args: query, bearer, caller })
    const outcome = await callTool(tool, query, bearer, caller)
    return jsonResponse(outcome.status, toolBody(outcome))
  })
}

/** The arguments in the query, or the error of one that cannot be parsed. */
function readQuery(request: Request): Record<string, unknown> | Response {
  try {
    return readBrackets(new URL(request.url).searchParams)
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    return jsonResponse(thrown.status, errorBody(thrown))
  }
}

function jsonResponse(status: number, body: unknown): Response {
  const headers = { 'cache-control': 'no-store', ...(status === 503 ? { 'retry-after': '1' } : {}) }
  return Response.json(body, { status, headers })
}
