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
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Bearer } from '#lib/oauth/bearer.ts'
import { runtime } from '#lib/runtime.ts'
import { type Caller, callTool } from '#lib/surfaces/tools/call.ts'
import { listedTools, tools } from '#lib/surfaces/tools/catalogue.ts'
import { pageOf } from '#lib/surfaces/tools/pages.ts'
import { promptChoices, promptListings, writePrompt } from '#lib/surfaces/tools/prompts.ts'
import {
  RESOURCE_TEMPLATES,
  readResource,
  resourceChoices,
  resourceListings,
} from '#lib/surfaces/tools/resources.ts'

/** The response to each request of the protocol. */
export type ToolHandlers = {
  listTools(cursor?: string): ListToolsResult
  callTool(
    params: CallToolRequest['params'],
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult>
  listResources(cursor?: string): ListResourcesResult
  listResourceTemplates(cursor?: string): ListResourceTemplatesResult
  readResource(uri: string): ReadResourceResult
  listPrompts(cursor?: string): ListPromptsResult
  getPrompt(params: GetPromptRequest['params'], context: ServerContext): GetPromptResult | InputRequiredResult
  complete(params: CompleteRequest['params']): CompleteResult
}

/** The maximum of values in a completion. */
const MOST_CHOICES = 100

/** The handlers for the holder of the token. */
export function toolHandlers(server: Server, bearer: Bearer, caller: Caller): ToolHandlers {
  return {
    listTools(cursor) {
      const { items, ...page } = pageOf(listedTools(), cursor)
      return { tools: items.map(({ listing }) => listing), ...page }
    },
    async callTool({ name, arguments: given = {} }) {
      const tool = tools().get(name)
      if (!tool)
        throw invalid(`Unknown tool ${JSON.stringify(name)}. Call tools/list for the available tools.`)
      const result = await callTool(tool, given, bearer, caller)
      return server.projectCallToolResult(result, tool.listing.outputSchema)
    },
    listResources(cursor) {
      const { items, ...page } = pageOf(resourceListings(), cursor)
      return { resources: items, ...page }
    },
    listResourceTemplates(cursor) {
      const { items, ...page } = pageOf(RESOURCE_TEMPLATES, cursor)
      return { resourceTemplates: items, ...page }
    },
    readResource(uri) {
      const found = readResource(uri)
      if (!found)
        throw new ResourceNotFoundError(
          uri,
          'Unknown resource. Call resources/list for the available resources.',
        )
      return { contents: [found] }
    },
    listPrompts(cursor) {
      const { items, ...page } = pageOf(promptListings(), cursor)
      return { prompts: items, ...page }
    },
    getPrompt: ({ name, arguments: given }) => writePrompt(name, given),
    complete({ ref, argument }) {
      const all =
        ref.type === 'ref/prompt'
          ? promptChoices(ref.name, argument.name, runtime().clock())
          : resourceChoices(ref.uri)
      const begun = argument.value.toLowerCase()
      const fitting = all.filter((choice) => choice.toLowerCase().startsWith(begun))
      const values = fitting.slice(0, MOST_CHOICES)
      return { completion: { values, total: fitting.length, hasMore: values.length < fitting.length } }
    },
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
