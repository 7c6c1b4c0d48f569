import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { ScopeName } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { operations } from '#lib/domain/operations.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { inputSchema, type Json, outputSchema } from '#lib/surfaces/openapi/schemas.ts'
import { LONGEST_KEY } from '#lib/surfaces/tools/key.ts'
import { WAITING } from '#lib/surfaces/tools/waiting.ts'

/** A tool as clients see it, with the operation that it runs and the scope that it takes. */
export type OperationTool = {
  operation: Operation
  /** `any`: every token may call it, whatever its scopes, to read the results of its own requests. */
  scope: ScopeName | 'any'
  /** Takes an idempotency key beside the properties of the operation. */
  keyed: boolean
  listing: {
    name: string
    title: string
    description: string
    inputSchema: Json & { type: 'object' }
    outputSchema: Json & { type: 'object' }
    annotations: ToolAnnotations
  }
}

/** Every tool, made from the operations, by its name. Made once. */
export function tools(): ReadonlyMap<string, OperationTool> {
  made ??= new Map(
    operations.flatMap((operation) => {
      const tool = toolOf(operation)
      return tool ? [[tool.listing.name, tool] as const] : []
    }),
  )
  return made
}
let made: ReadonlyMap<string, OperationTool> | undefined

/** Every tool: a call without the scope is rejected, and the error names the scope. */
export function listedTools(): OperationTool[] {
  return [...tools().values()]
}

/** Whether a token of these scopes may call a tool. */
export function mayCall(scopes: readonly string[], { scope }: Pick<OperationTool, 'scope'>): boolean {
  return scope === 'any' || scopes.includes(scope)
}

function toolOf(operation: Operation): OperationTool | null {
  const { name, effect, scope, tool: hints } = operation
  if (scope === null || hints === null) return null
  const reads = effect === 'read'
  const members = inputSchema(operation.input)
  return {
    operation,
    scope,
    keyed: !reads,
    listing: {
      name: operation.toolName ?? name,
      title: operation.title,
      description: operation.movesMoney ? `${operation.summary} ${MAY_WAIT}` : operation.summary,
      inputSchema: { ...(reads ? members : withKey(members)), type: 'object' },
      outputSchema: operation.movesMoney
        ? orWaiting(outputSchema(operation.output))
        : { ...outputSchema(operation.output), type: 'object' },
      annotations: {
        title: operation.title,
        readOnlyHint: reads,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: hints.openWorld,
      },
    },
  }
}

const MAY_WAIT = 'Above a limit, it needs approval first.'

/** The result of a tool that moves money: its record, or the pending approval (lib/surfaces/tools/waiting.ts). */
function orWaiting(output: Json): Json & { type: 'object' } {
  const { $defs, ...answer } = output
  return { type: 'object', anyOf: [answer, WAITING], ...($defs === undefined ? {} : { $defs }) }
}

function withKey(members: Json): Json {
  return {
    ...members,
    properties: {
      ...(members.properties as object),
      idempotency_key: {
        type: 'string',
        minLength: 1,
        maxLength: LONGEST_KEY,
        description:
          'Unique key for this write. A repeat with the same key runs once and returns the first result.',
      },
    },
  }
}
