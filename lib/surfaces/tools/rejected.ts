import { performance } from 'node:perf_hooks'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Bearer } from '#lib/oauth/bearer.ts'
import { runtime } from '#lib/runtime.ts'
import { logCall } from '#lib/surfaces/tools/call-log.ts'
import type { Caller } from '#lib/surfaces/tools/caller.ts'
import { missingPermissionText, missingScopeText, scopeChallenge } from '#lib/surfaces/tools/challenge.ts'
import {
  isPermissionRequest,
  roleLacks,
  scopeTaken,
  type ToolCall,
} from '#lib/surfaces/tools/permission-request.ts'
import { newId } from '#lib/values/id.ts'

/** A call that a connection may not make, for want of a scope. Each is recorded like those that run. */
type Rejected = ToolCall & { bearer: Bearer; caller: Caller }

/** 403 with every scope that is needed, so that a client can ask for all of them at once. */
export function rejectedResponse(call: Rejected): Response {
  const { tool, bearer } = call
  const scope = scopeTaken(call)
  const lacking = roleLacks(bearer, call)
  const needs = isPermissionRequest(tool) ? 'requests' : 'needs'
  const description =
    lacking === undefined
      ? `The tool ${tool.listing.name} ${needs} the scope ${scope}.`
      : missingPermissionText(tool.listing.name, bearer.role.name, lacking)
  const body = {
    error: lacking === undefined ? 'insufficient_scope' : 'permission_denied',
    error_description: description,
  }
  record(call, JSON.stringify(body))
  const challenge =
    lacking === undefined ? { 'www-authenticate': scopeChallenge(bearer, scope, description) } : undefined
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
  const lacking = roleLacks(call.bearer, call)
  const text = lacking === undefined ? `Reading ${uri} needs the scope ${call.tool.scope}.` : textOf(call)
  record(call, JSON.stringify({ error_description: text }))
  return text
}

function textOf(call: Rejected): string {
  const { tool, bearer } = call
  const { name } = tool.listing
  const lacking = roleLacks(bearer, call)
  if (lacking !== undefined) return missingPermissionText(name, bearer.role.name, lacking)
  return missingScopeText(name, scopeTaken(call), bearer.actor.asksAgain === true)
}

/** @returns the ID of its line in the request log */
function record(call: Rejected, text: string): string {
  const requestId = newId('request', runtime().clock())
  const failure = { reason: 'permission_denied' as const }
  logCall({ ...call, requestId, status: 403, text, begun: performance.now(), failure })
  return requestId
}
