import { performance } from 'node:perf_hooks'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Bearer } from '#lib/oauth/bearer.ts'
import type { Permission } from '#lib/permissions.ts'
import { type Operation, permissionLacking } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { logCall } from '#lib/surfaces/tools/call-log.ts'
import type { Caller } from '#lib/surfaces/tools/caller.ts'
import type { OperationTool } from '#lib/surfaces/tools/catalogue.ts'
import { roleText, scopeChallenge, scopeText } from '#lib/surfaces/tools/challenge.ts'
import { newId } from '#lib/values/id.ts'

/** A call that a connection may not make, for want of a scope. Each is recorded like those that run. */
type Rejected = { tool: OperationTool; args: Record<string, unknown>; bearer: Bearer; caller: Caller }

/** The permission of an operation that the role of the user lacks, so that no scope allows it. */
export function roleLacks(
  { role }: Pick<Bearer, 'role'>,
  { operation }: { operation: Operation },
): Permission | undefined {
  return permissionLacking(operation, role)
}

/** 403 with every scope that is needed, so that a client can ask for all of them at once. */
export function rejectedResponse(call: Rejected): Response {
  const { tool, bearer } = call
  const lacking = roleLacks(bearer, tool)
  const description =
    lacking === undefined
      ? `The tool ${tool.listing.name} needs the scope ${tool.scope}.`
      : roleText(tool.listing.name, bearer.role.name, lacking)
  const body = {
    error: lacking === undefined ? 'insufficient_scope' : 'permission_denied',
    error_description: description,
  }
  record(call, JSON.stringify(body))
  const challenge =
    lacking === undefined
      ? { 'www-authenticate': scopeChallenge(bearer, tool.scope, description) }
      : undefined
  return Response.json(body, { status: 403, headers: { ...challenge } })
}

/** What a model is told, and can tell the user. */
export function rejectedResult(call: Rejected): CallToolResult {
  const text = textOf(call)
  const result: CallToolResult = { isError: true, content: [{ type: 'text', text }] }
  return { ...result, _meta: { request_id: record(call, JSON.stringify(result)) } }
}

/** What a client is told that reads a record. */
export function rejectedRead(uri: string, call: Rejected): string {
  const lacking = roleLacks(call.bearer, call.tool)
  const text = lacking === undefined ? `Reading ${uri} needs the scope ${call.tool.scope}.` : textOf(call)
  record(call, JSON.stringify({ error_description: text }))
  return text
}

function textOf({ tool, bearer }: Rejected): string {
  const { name } = tool.listing
  const lacking = roleLacks(bearer, tool)
  return lacking === undefined ? scopeText(name, tool.scope) : roleText(name, bearer.role.name, lacking)
}

/** @returns the ID of its line in the request log */
function record(call: Rejected, text: string): string {
  const requestId = newId('request', runtime().clock())
  const failure = { reason: 'permission_denied' }
  logCall({ ...call, requestId, status: 403, text, begun: performance.now(), failure })
  return requestId
}
