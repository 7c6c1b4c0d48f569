/**
 * What the official conformance suite expects to find on a server: tools, resources and prompts of its own, and ways of
 * asking the client that the product has no use for. Loaded by a server under test alone (CONFORMANCE_FIXTURES).
 */
import type { McpRequestContext, Server, ServerOptions } from '@modelcontextprotocol/server'
import type { Answers } from '#lib/surfaces/tools/answers.ts'
import { fixtureTool, fixtureTools } from '#lib/surfaces/tools/conformance/fixture-tools.ts'
import { requestStates } from '#lib/surfaces/tools/conformance/rounds.ts'
import {
  FIXTURE_PROMPTS,
  FIXTURE_RESOURCES,
  FIXTURE_TEMPLATES,
  fixturePrompt,
  fixtureText,
} from '#lib/surfaces/tools/conformance/texts.ts'

/** What a server must be made with for the fixtures. */
export const FIXTURE_OPTIONS: ServerOptions = { requestState: { verify: requestStates.verify } }

/** The answers of the product with those of the suite before them. */
export function withFixtures(server: Server, era: McpRequestContext['era'], product: Answers): Answers {
  // Both were taken out of the protocol with the newer revision.
  if (era === 'legacy') {
    server.registerCapabilities({ logging: {}, resources: { subscribe: true } })
    server.setRequestHandler('resources/subscribe', () => ({}))
    server.setRequestHandler('resources/unsubscribe', () => ({}))
  }
  return {
    listTools(cursor) {
      const page = product.listTools(cursor)
      return { ...page, tools: [...fixtureTools(), ...page.tools] }
    },
    async callTool(params, context) {
      const run = fixtureTool(params.name)
      return run
        ? run({ args: params.arguments ?? {}, context, server, era })
        : product.callTool(params, context)
    },
    listResources(cursor) {
      const page = product.listResources(cursor)
      return { ...page, resources: [...FIXTURE_RESOURCES, ...page.resources] }
    },
    listResourceTemplates(cursor) {
      const page = product.listResourceTemplates(cursor)
      return { ...page, resourceTemplates: [...FIXTURE_TEMPLATES, ...page.resourceTemplates] }
    },
    readResource(uri) {
      const contents = fixtureText(uri)
      return contents ? { contents: [contents] } : product.readResource(uri)
    },
    listPrompts(cursor) {
      const page = product.listPrompts(cursor)
      return { ...page, prompts: [...FIXTURE_PROMPTS, ...page.prompts] }
    },
    getPrompt: (params, context) => fixturePrompt(params, context) ?? product.getPrompt(params, context),
    complete: (params) => product.complete(params),
  }
}
