import {
  acceptedContent,
  type GetPromptRequest,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** One red pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

export const FIXTURE_RESOURCES = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text that never changes.',
    mimeType: 'text/plain',
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'One red pixel.',
    mimeType: 'image/png',
  },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'A text to subscribe to.',
    mimeType: 'text/plain',
  },
]

export const FIXTURE_TEMPLATES = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'Data of an id.',
    mimeType: 'application/json',
  },
]

/** The contents at an address of the suite, or null. */
export function fixtureText(uri: string) {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG }
  if (uri === 'test://watched-resource') return { uri, mimeType: 'text/plain', text: 'Nothing changes here.' }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) return null
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { uri, mimeType: 'application/json', text }
}

const argument = (name: string) => ({ name, description: 'An argument of the suite.', required: true })

export const FIXTURE_PROMPTS = [
  { name: 'test_simple_prompt', description: 'A prompt without arguments.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two.',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that holds a resource.',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'A prompt that holds an image.' },
  { name: 'test_input_required_result_prompt', description: 'A prompt that asks back first.' },
]

/** A prompt of the suite, or null when it is none of them. */
export function fixturePrompt(
  { name, arguments: given = {} }: GetPromptRequest['params'],
  { mcpReq }: ServerContext,
): GetPromptResult | InputRequiredResult | null {
  switch (name) {
    case 'test_simple_prompt':
      return said('This is a simple prompt for testing.')
    case 'test_prompt_with_arguments':
      return said(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`)
    case 'test_prompt_with_embedded_resource': {
      const resource = {
        uri: given.resourceUri ?? 'test://example-resource',
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      }
      const embedded = { role: 'user', content: { type: 'resource', resource } } as const
      return { messages: [embedded, ...said('Please process the embedded resource above.').messages] }
    }
    case 'test_prompt_with_image': {
      const image = { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } } as const
      return { messages: [image, ...said('Please analyze the image above.').messages] }
    }
    case 'test_input_required_result_prompt': {
      const answered = acceptedContent(mcpReq.inputResponses, 'user_context')
      if (answered) return said(`Use this context: ${String(answered.context)}`)
      return inputRequired({
        inputRequests: {
          user_context: inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: {
              type: 'object',
              properties: { context: { type: 'string' } },
              required: ['context'],
            },
          }),
        },
      })
    }
    default:
      return null
  }
}

function said(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}
