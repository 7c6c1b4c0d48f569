import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { ScopeName } from '#lib/domain/connected-apps/schema/scopes.ts'
import { operations } from '#lib/domain/operations.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { inputSchema, type Json, outputSchema } from '#lib/surfaces/openapi/schemas.ts'
import { LONGEST_KEY } from '#lib/surfaces/tools/key.ts'
import { scopeTaken } from '#lib/surfaces/tools/reach.ts'
import { WAITING } from '#lib/surfaces/tools/waiting.ts'

/** A tool as clients see it, with the operation that it runs and the scope that it takes. */
export type OperationTool = {
  operation: Operation
  scope: ScopeName
  /** Whoever holds a token may call it, whatever its scopes: what became of one's own requests. */
  free: boolean
  /** Takes an idempotency key beside the members of the operation. */
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

/** Tools whose names are older than those of the operations. */
const NAMES: Record<string, string> = {
  update_customer: 'edit_customer',
  fetch_payout: 'fetch_payout_with_id',
  create_transfer: 'transfer_to_wallet',
}

/** What is a tool without being an address: how a program learns what became of what it was told to wait for. */
const WITHOUT_ADDRESS = new Set(['fetch_approval', 'cancel_approval'])

/** What cannot be undone, takes something away, or writes over what was there. */
const DESTRUCTIVE =
  /^(delete_|update_|capture_|refund_|create_refund|create_payout|reverse_|transfer_|create_transfer|create_wallet_payment)/
/** What reaches the bank. */
const OUTWARD = /^(capture_|refund_|create_refund|create_payout)/

/** Every tool, made from the operations of the REST interface, by its name. Made once. */
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

/** Every tool: what a token does not reach to is refused when it is called, with the scope that it takes. */
export function offered(): OperationTool[] {
  return [...tools().values()]
}

function toolOf(operation: Operation): OperationTool | null {
  const { http, name, effect } = operation
  const own = WITHOUT_ADDRESS.has(name)
  if ((http === null && !own) || operation.takes !== 'members' || operation.answers !== 'members') return null
  const reads = effect === 'read'
  const scope = own ? 'read_only' : scopeTaken(operation)
  if (!scope) return null
  const members = inputSchema(operation.input)
  return {
    operation,
    scope,
    free: own,
    keyed: !reads,
    listing: {
      name: NAMES[name] ?? name,
      title: operation.title,
      description: operation.movesMoney ? `${operation.summary} ${MAY_WAIT}` : operation.summary,
      inputSchema: { ...(reads ? members : withKey(members)), type: 'object' },
      outputSchema: operation.movesMoney
        ? orWaiting(outputSchema(operation.output))
        : { ...outputSchema(operation.output), type: 'object' },
      annotations: {
        title: operation.title,
        readOnlyHint: reads,
        destructiveHint: !reads && DESTRUCTIVE.test(name),
        // With the same key a write happens once; without one, only what sets a state does.
        idempotentHint: reads || own || /^(PUT|PATCH|DELETE) /.test(http ?? ''),
        openWorldHint: OUTWARD.test(name),
      },
    },
  }
}

const MAY_WAIT = 'Above a limit it waits for a person instead.'

/** What a tool answers that moves money: what it did, or that it waits (lib/surfaces/tools/waiting.ts). */
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
          'A text of your own, new for each thing you want done. A repeat with the same one is done once and answered as before.',
      },
    },
  }
}
