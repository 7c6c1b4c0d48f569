import { randomBytes } from 'node:crypto'
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** Tools that ask back with their result, as the newer revision does: a call in several rounds. */
type Round = (context: ServerContext) => Promise<CallToolResult | InputRequiredResult>

/** Seals what a round hands to the next. One process serves all rounds, so its key may be made here. */
export const requestStates = createRequestStateCodec({ key: randomBytes(32) })

const NAME = form('What is your name?', { name: { type: 'string' } })
const CONFIRM = form('Please confirm', { ok: { type: 'boolean' } })

export const ROUNDS: Record<string, Round> = {
  async test_input_required_result_elicitation({ mcpReq }) {
    const answer = acceptedContent(mcpReq.inputResponses, 'user_name')
    return answer
      ? said(`Hello, ${String(answer.name)}!`)
      : inputRequired({ inputRequests: { user_name: NAME } })
  },
  async test_input_required_result_sampling({ mcpReq }) {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question')
    if (answer.kind === 'sampling') return said(JSON.stringify(answer.result.content))
    const capital_question = sample('What is the capital of France?', 100)
    return inputRequired({ inputRequests: { capital_question } })
  },
  async test_input_required_result_list_roots({ mcpReq }) {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots')
    if (answer.kind === 'roots') return said(`${answer.roots.length} roots`)
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  },
  async test_input_required_result_request_state({ mcpReq }) {
    const answer = acceptedContent(mcpReq.inputResponses, 'confirm')
    if (answer && mcpReq.requestState() === 'asked') return said('state-ok')
    const requestState = await requestStates.mint('asked')
    return inputRequired({ inputRequests: { confirm: CONFIRM }, requestState })
  },
  async test_input_required_result_multiple_inputs({ mcpReq }) {
    const { inputResponses } = mcpReq
    const all = ['user_name', 'greeting', 'client_roots'].every(
      (key) => inputResponse(inputResponses, key).kind !== 'missing',
    )
    if (all && mcpReq.requestState() === 'three') return said('All three were answered.')
    const inputRequests = {
      user_name: NAME,
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    }
    return inputRequired({ inputRequests, requestState: await requestStates.mint('three') })
  },
  async test_input_required_result_multi_round({ mcpReq }) {
    const state = mcpReq.requestState()
    if (state === 'second' && acceptedContent(mcpReq.inputResponses, 'step2'))
      return said('Both are answered.')
    if (state === 'first' && acceptedContent(mcpReq.inputResponses, 'step1')) {
      const step2 = form('Step 2: What is your favorite color?', { color: { type: 'string' } })
      return inputRequired({ inputRequests: { step2 }, requestState: await requestStates.mint('second') })
    }
    const step1 = form('Step 1: What is your name?', { name: { type: 'string' } })
    return inputRequired({ inputRequests: { step1 }, requestState: await requestStates.mint('first') })
  },
  async test_input_required_result_tampered_state({ mcpReq }) {
    if (mcpReq.requestState() === 'sealed') return said('The state is as it was.')
    const requestState = await requestStates.mint('sealed')
    return inputRequired({ inputRequests: { confirm: CONFIRM }, requestState })
  },
  async test_input_required_result_capabilities({ mcpReq }) {
    const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
    const inputRequests = {
      ...(declared.elicitation ? { user_name: NAME } : {}),
      ...(declared.sampling ? { greeting: sample('Generate a greeting', 50) } : {}),
    }
    return Object.keys(inputRequests).length > 0
      ? inputRequired({ inputRequests })
      : said('Nothing can be asked.')
  },
  async test_streaming_elicitation() {
    return inputRequired({ inputRequests: { user_name: NAME } })
  },
  // Refused before it is answered where the client has not declared that it samples.
  async test_missing_capability() {
    return inputRequired({ inputRequests: { greeting: sample('Generate a greeting', 50) } })
  },
}

function form(message: string, properties: Record<string, { type: 'string' } | { type: 'boolean' }>) {
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  })
}

function sample(text: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens,
  })
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}
