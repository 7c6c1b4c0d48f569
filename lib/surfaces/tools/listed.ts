import type { Bearer } from '#lib/oauth/bearer.ts'
import { type Actor, isAvailable, permissionLacking } from '#lib/pipeline/operation.ts'
import { mayCall, type OperationTool, tools } from '#lib/surfaces/tools/catalogue.ts'
import { isPermissionRequest, listedRequest } from '#lib/surfaces/tools/permission-request.ts'

type Holder = {
  scopes: readonly string[]
  actor: Pick<Actor, 'permissions' | 'account'>
  role: Pick<Bearer['role'], 'permissions'>
}

/**
 * The tools that the holder of a token can use: within the scopes of the token, the role of the person and the products of
 * the account; of tools that do the same, one; and the one that asks for more, where there is more.
 */
export function listedTools(holder: Holder): OperationTool[] {
  const { scopes, actor } = holder
  return [...tools().values()]
    .filter(
      (tool) =>
        mayCall(scopes, tool) &&
        tool.operation.coveredBy === undefined &&
        permissionLacking(tool.operation, actor) === undefined &&
        isAvailable(tool.operation, actor.account),
    )
    .flatMap((tool) => (isPermissionRequest(tool) ? listedRequest(tool, holder) : [tool]))
}
