import { setTimeout as sleep } from 'node:timers/promises'
import type {
  CallToolResult,
  InputRequiredResult,
  McpRequestContext,
  Server,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server'
import { ask, elicit } from '#lib/surfaces/tools/conformance/asking.ts'
import { ROUNDS } from '#lib/surfaces/tools/conformance/rounds.ts'
import { PNG } from '#lib/surfaces/tools/conformance/texts.ts'

type Called = {
  args: Record<string, unknown>
  context: ServerContext
  server: Server
  era: McpRequestContext['era']
}
type Run = (called: Called) => Promise<CallToolResult | InputRequiredResult>

/** A second of silence is no sound, but it is a sound file. */
const WAV = Buffer.from(
  '524946462400000057415645666d7420100000000100010044ac000088580100020010006461746100000000',
  'hex',
).toString('base64')
const EMBEDDED = {
  type: 'resource',
  resource: {
    uri: 'test://embedded-resource',
    mimeType: 'text/plain',
    text: 'This is an embedded resource content.',
  },
} as const
const MIXED = {
  type: 'resource',
  resource: {
    uri: 'test://mixed-content-resource',
    mimeType: 'application/json',
    text: '{"test":"data","value":123}',
  },
} as const
const IMAGE = { type: 'image', data: PNG, mimeType: 'image/png' } as const

const RUNS: Record<string, Run> = {
  test_simple_text: async () => said('This is a simple text response for testing.'),
  test_image_content: async () => ({ content: [IMAGE] }),
  test_audio_content: async () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: async () => ({ content: [EMBEDDED] }),
  test_multiple_content_types: async () => ({
    content: [{ type: 'text', text: 'Multiple content types test:' }, IMAGE, MIXED],
  }),
  test_error_handling: async () => ({
    isError: true,
    ...said('This tool intentionally returns an error for testing'),
  }),
  async test_tool_with_progress({ context }) {
    const progressToken = context.mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await context.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        })
      await sleep(50)
    }
    return said('Done.')
  },
  async test_tool_with_logging({ context }) {
    for (const text of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.log('info', text)
      await sleep(50)
    }
    return said('Done.')
  },
  async test_logging_tool({ context }) {
    await context.mcpReq.log('info', 'Heard only by clients that ask for it.')
    return said('Done.')
  },
  async test_sampling({ args, context, server, era }) {
    if (era !== 'legacy') return unasked()
    const messages = [{ role: 'user', content: { type: 'text', text: String(args.prompt) } }]
    const { content } = await ask(server, context, 'sampling/createMessage', { messages, maxTokens: 100 })
    return said(`LLM response: ${(content as { text?: string } | undefined)?.text ?? ''}`)
  },
  async test_elicitation({ args, context, server, era }) {
    if (era !== 'legacy') return unasked()
    const { action, content } = await elicit(server, context, String(args.message), {
      type: 'object',
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    })
    return said(`User response: ${action}, content: ${JSON.stringify(content)}`)
  },
  async test_elicitation_sep1034_defaults({ context, server, era }) {
    if (era !== 'legacy') return unasked()
    return completed(
      await elicit(server, context, 'Is this right?', {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
      }),
    )
  },
  async test_elicitation_sep1330_enums({ context, server, era }) {
    if (era !== 'legacy') return unasked()
    const plain = ['option1', 'option2', 'option3']
    const titled = (word: string) =>
      ['First', 'Second', 'Third'].map((nth, index) => ({
        const: `value${index + 1}`,
        title: `${nth} ${word}`,
      }))
    return completed(
      await elicit(server, context, 'Choose.', {
        type: 'object',
        properties: {
          untitledSingle: { type: 'string', enum: plain },
          titledSingle: { type: 'string', oneOf: titled('Option') },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
          titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
        },
      }),
    )
  },
}

const PARAMETERS: Record<string, Record<string, { type: 'string' }>> = {
  test_sampling: { prompt: { type: 'string' } },
  test_elicitation: { message: { type: 'string' } },
}

/** The tools of the suite as they are listed. */
export function fixtureTools(): Tool[] {
  return [...Object.keys(RUNS), ...Object.keys(ROUNDS)].map((name) => ({
    name,
    description: 'A tool of the conformance suite.',
    inputSchema: {
      type: 'object',
      properties: PARAMETERS[name] ?? {},
      required: Object.keys(PARAMETERS[name] ?? {}),
    },
  }))
}

/** A tool of the suite, or undefined. */
export function fixtureTool(name: string): Run | undefined {
  if (Object.hasOwn(RUNS, name)) return RUNS[name]
  const round = Object.hasOwn(ROUNDS, name) ? ROUNDS[name] : undefined
  return round && (({ context }) => round(context))
}

function completed({ action, content }: { action: string; content?: unknown }): CallToolResult {
  return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)
}

function unasked(): CallToolResult {
  return { isError: true, ...said('This revision asks with its results; see test_input_required_result_*.') }
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}
