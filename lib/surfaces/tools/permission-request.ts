import { isScope, SCOPE_NAMES, SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { Bearer } from '#lib/oauth/bearer.ts'
import { isAvailable, permissionLacking } from '#lib/pipeline/operation.ts'
import { type OperationTool, tools } from '#lib/surfaces/tools/catalogue.ts'
import type { Permission, ScopeName } from '#lib/values/permissions.ts'

export type ToolCall = { tool: OperationTool; args: Record<string, unknown> }

/** The holder of a token, with the role of the person behind it. */
type Holder = {
  scopes: readonly string[]
  actor: Pick<Bearer['actor'], 'account'>
  role: Pick<Bearer['role'], 'permissions'>
}

export function isPermissionRequest({ operation }: Pick<OperationTool, 'operation'>): boolean {
  return operation.asksForScope === true
}

/** The scope that a call takes. That of a request for a permission is the one that it asks for, by its name or a tool's. */
export function scopeTaken({ tool, args }: ToolCall): ScopeName | 'any' {
  if (!isPermissionRequest(tool)) return tool.scope
  const name = String(args.scope).trim().toLowerCase()
  return isScope(name) ? name : (tools().get(name)?.scope ?? 'any')
}

/** The permission that the role of the user lacks for a call, so that no scope allows it. */
export function roleLacks({ role }: Pick<Bearer, 'role'>, call: ToolCall): Permission | undefined {
  const scope = scopeTaken(call)
  if (!isPermissionRequest(call.tool) || scope === 'any') return permissionLacking(call.tool.operation, role)
  const needed: readonly Permission[] = SCOPES[scope].permissions
  return needed.some((permission) => role.permissions.has(permission)) ? undefined : needed[0]
}

/** The scopes that a token lacks, its user can grant, and tools take. */
function requestableScopes({ scopes, actor, role }: Holder): ScopeName[] {
  const usable = [...tools().values()].filter(
    ({ operation }) =>
      permissionLacking(operation, role) === undefined && isAvailable(operation, actor.account),
  )
  return SCOPE_NAMES.filter((name) => !scopes.includes(name) && usable.some(({ scope }) => scope === name))
}

/** The tool as it is listed for the holder of a token: with the scopes that they can ask for. None, where there are none. */
export function listedRequest(tool: OperationTool, holder: Holder): OperationTool[] {
  const choices = requestableScopes(holder)
  if (choices.length === 0) return []
  const description = choices.map((name) => `${name} to ${SCOPES[name].cannot}`).join('; ')
  const properties = { scope: { type: 'string', enum: choices, description } }
  const inputSchema = { ...tool.listing.inputSchema, properties }
  return [{ ...tool, listing: { ...tool.listing, inputSchema } }]
}
