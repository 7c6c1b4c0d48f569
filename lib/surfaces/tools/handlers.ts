import {
  type CallToolRequest,
  type CallToolResult,
  type CompleteRequest,
  type CompleteResult,
  type GetPromptRequest,
  type GetPromptResult,
  type InputRequiredResult,
  type ListPromptsResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Bearer } from '#lib/oauth/bearer.ts'
import { type Actor, isAvailable, permissionLacking } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { CARD_TOOL_META, readCard } from '#lib/surfaces/tools/approval-card.ts'
import { callTool, readToolRecord, toolResult } from '#lib/surfaces/tools/call.ts'
import type { Caller } from '#lib/surfaces/tools/caller.ts'
import { mayCall, type OperationTool, tools } from '#lib/surfaces/tools/catalogue.ts'
import { isPermissionRequest, listedRequest, scopeTaken } from '#lib/surfaces/tools/permission-request.ts'
import type { PromptPlace } from '#lib/surfaces/tools/prompt-texts.ts'
import { promptChoices, promptListings, writePrompt } from '#lib/surfaces/tools/prompt-texts.ts'
import { RECORD_TEMPLATES, recordAt } from '#lib/surfaces/tools/records.ts'
import { rejectedRead, rejectedResult } from '#lib/surfaces/tools/rejected.ts'
import {
  RESOURCE_TEMPLATES,
  readResource,
  resourceChoices,
  resourceListings,
} from '#lib/surfaces/tools/resources.ts'
import { approvalTasks, mayDrawCards, type TaskParams } from '#lib/surfaces/tools/tasks.ts'
import { zoneOf } from '#lib/values/country.ts'
import type { ScopeName } from '#lib/values/permissions.ts'

/** Clients that ask for one page only are common, so a page holds as much as there is for a long time to come. */
const PAGE = 200

/**
 * One page of a list that does not change while the server runs.
 * @param cursor what the page before said comes next
 * @throws ProtocolError for a cursor that no page said
 */
export function toolPageOf<T>(
  list: readonly T[],
  cursor: string | undefined,
  size = PAGE,
): { items: T[]; nextCursor?: string } {
  const from = cursor === undefined ? 0 : Number(/^after-([1-9]\d{0,5})$/.exec(cursor)?.[1])
  if (Number.isNaN(from) || (from > 0 && (from >= list.length || from % size !== 0)))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor. Start again without a cursor.')
  const next = from + size
  return { items: list.slice(from, next), ...(next < list.length ? { nextCursor: `after-${next}` } : {}) }
}

type TaskHandler = (
  params: z.infer<typeof TaskParams>,
  context: ServerContext,
) => Promise<Record<string, unknown>>

/** The response to each request of the protocol. */
export type ToolHandlers = {
  tasks: Record<'get' | 'cancel' | 'update', TaskHandler>
  listTools(cursor: string | undefined, context: ServerContext): ListToolsResult
  call(
    params: CallToolRequest['params'],
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult>
  listResources(cursor?: string): ListResourcesResult
  listResourceTemplates(cursor?: string): ListResourceTemplatesResult
  readResource(uri: string): Promise<ReadResourceResult>
  listPrompts(cursor?: string): ListPromptsResult
  getPrompt(params: GetPromptRequest['params'], context: ServerContext): GetPromptResult | InputRequiredResult
  complete(params: CompleteRequest['params']): CompleteResult
}

/** The maximum of values in a completion. */
const MOST_CHOICES = 100

/** The handlers for the holder of the token. */
export function toolHandlers(bearer: Bearer, caller: Caller): ToolHandlers {
  const tasks = approvalTasks(bearer, caller)
  return {
    tasks,
    listTools(cursor, context) {
      const { items, ...page } = toolPageOf(listedTools(bearer), cursor)
      const cards = mayDrawCards(context, caller)
      const tools = items.map(({ listing, operation }) =>
        cards && operation.movesMoney ? { ...listing, _meta: CARD_TOOL_META } : listing,
      )
      // The list changes once the user allows more, so it isn't cached where they can.
      return { tools, ...page, ...(items.some(isPermissionRequest) ? { ttlMs: 0 } : {}) }
    },
    async call({ name, arguments: given = {} }, context) {
      const tool = tools().get(name)
      if (!tool)
        throw invalid(`Unknown tool ${JSON.stringify(name)}. Call tools/list for the available tools.`)
      const scope = scopeTaken({ tool, args: given })
      if (!mayCall(bearer.scopes, { scope })) return rejectedResult({ tool, args: given, bearer, caller })
      if (isPermissionRequest(tool) && scope !== 'any') {
        const args = { ...given, scope }
        const outcome = await callTool(tool, args, bearer, caller)
        return granted(await toolResult(tool, args, bearer, caller, outcome), scope, bearer)
      }
      const resumed = context.mcpReq.requestState()
      if (typeof resumed === 'string') return tasks.resume(tool, resumed, context)
      const outcome = await callTool(tool, given, bearer, caller)
      const result = await toolResult(tool, given, bearer, caller, outcome)
      return 'pending' in outcome ? tasks.present(result, outcome.pending, context) : result
    },
    listResources(cursor) {
      const { items, ...page } = toolPageOf(resourceListings(), cursor)
      return { resources: items, ...page }
    },
    listResourceTemplates(cursor) {
      const { items, ...page } = toolPageOf([...RESOURCE_TEMPLATES, ...RECORD_TEMPLATES], cursor)
      return { resourceTemplates: items, ...page }
    },
    async readResource(uri) {
      const record = recordAt(uri)
      if (record && !mayCall(bearer.scopes, record.tool))
        throw invalid(rejectedRead(uri, { tool: record.tool, args: { id: record.id }, bearer, caller }))
      if (record) return readToolRecord(uri, record, bearer, caller)
      const found = readCard(uri) ?? readResource(uri)
      if (!found)
        throw new ResourceNotFoundError(
          uri,
          'Unknown resource. Call resources/list for the available resources.',
        )
      return { contents: [found] }
    },
    listPrompts(cursor) {
      const { items, ...page } = toolPageOf(promptListings(), cursor)
      return { prompts: items, ...page }
    },
    getPrompt: ({ name, arguments: given }) => writePrompt(name, given, placeOf(bearer)),
    complete({ ref, argument }) {
      const all =
        ref.type === 'ref/prompt'
          ? promptChoices(ref.name, argument.name, placeOf(bearer))
          : resourceChoices(ref.uri)
      const begun = argument.value.toLowerCase()
      const fitting = all.filter((choice) => choice.toLowerCase().startsWith(begun))
      const values = fitting.slice(0, MOST_CHOICES)
      return { completion: { values, total: fitting.length, hasMore: values.length < fitting.length } }
    },
  }
}

/** The result of a request for a permission that the connection has: the tools that it allows. */
function granted(result: CallToolResult, scope: ScopeName, bearer: Bearer): CallToolResult {
  if (result.isError) return result
  const names = listedTools(bearer).flatMap((tool) => (tool.scope === scope ? [tool.listing.name] : []))
  const named = names.length > 0 ? `It allows these tools: ${names.join(', ')}.` : 'No tool needs it.'
  const text = `This connection has the scope ${scope}. ${named} List the tools again if you don't have them.`
  return {
    ...result,
    content: [{ type: 'text', text }],
    structuredContent: { scope, granted: true, tools: names },
  }
}

/** Where and when the holder of a token asks: days are those of the account's country. */
function placeOf({ actor }: Bearer): PromptPlace {
  return { zone: zoneOf(actor.account.country), now: Math.floor(runtime().clock() / 1000) }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

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
