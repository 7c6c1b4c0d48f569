import type { ToolAnnotations } from '@modelcontextprotocol/server'
import { operations } from '#lib/domain/operations.ts'
import type { ScopeName } from '#lib/permissions.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { inputSchema, type Json } from '#lib/surfaces/openapi/schemas.ts'
import { timesOf } from '#lib/surfaces/tools/arguments.ts'
import { LONGEST_KEY } from '#lib/surfaces/tools/key.ts'
import { leanSchema } from '#lib/surfaces/tools/lean-schema.ts'
import { isList } from '#lib/surfaces/tools/result.ts'

/** A tool as clients see it, with the operation that it runs and the scope that it takes. */
export type OperationTool = {
  operation: Operation
  /** `any`: every token may call it, whatever its scopes, to read the results of its own requests. */
  scope: ScopeName | 'any'
  /** Takes an idempotency key beside the properties of the operation. */
  keyed: boolean
  /** Every argument in full, for the reference. */
  arguments: Json
  listing: {
    name: string
    title: string
    description: string
    inputSchema: Json & { type: 'object' }
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

/** Whether a token of these scopes may call a tool. */
export function mayCall(scopes: readonly string[], { scope }: Pick<OperationTool, 'scope'>): boolean {
  return scope === 'any' || scopes.includes(scope)
}

function toolOf(operation: Operation): OperationTool | null {
  const { name, effect, scope, tool: hints } = operation
  if (scope === null || hints === null) return null
  const reads = effect === 'read'
  // The notation of query strings, as an argument.
  const summary = operation.summary
    .replace(/expand\[\]=([\w.]+)/g, 'expand ["$1"]')
    .replaceAll('expand[]', 'expand')
  const properties = inputSchema(operation.input)
  const taken = isList(operation) ? withFields(properties) : reads ? properties : withKey(properties)
  return {
    operation,
    scope,
    keyed: !reads,
    arguments: taken,
    listing: {
      name: operation.toolName ?? name,
      title: operation.title,
      description: operation.movesMoney ? `${summary} ${MAY_WAIT}` : summary,
      inputSchema: leanSchema(taken, timesOf(operation.input)),
      annotations: {
        readOnlyHint: reads,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: hints.openWorld,
      },
    },
  }
}

const MAY_WAIT = 'Above a limit, it needs approval first.'

function withKey(properties: Json): Json {
  return {
    ...properties,
    properties: {
      ...(properties.properties as object),
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

function withFields(properties: Json): Json {
  return {
    ...properties,
    properties: {
      ...(properties.properties as object),
      fields: {
        type: 'array',
        items: { type: 'string' },
        description: 'The fields of each item, or ["all"]. Without it, items have their main fields.',
      },
    },
  }
}
