import { docFieldsOf, resolverOf } from '#lib/api-docs/fields.ts'
import {
  errorsMarkdown,
  eventsMarkdown,
  operationMarkdown,
  resourceMarkdown,
  type ToolOf,
} from '#lib/api-docs/markdown.ts'
import { TOOL_GUIDES } from '#lib/api-docs/tool-guides.ts'
import { describedOperation, reference } from '#lib/surfaces/reference.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'

const MARKDOWN = 'text/markdown'

/** A text that an app can read: its URI, its description, and how it is made on request. */
type Text = {
  listing: { uri: string; name: string; title: string; description: string; mimeType: string }
  text(): string
}

/** The resources: the guides for apps, and the API reference by resource. */
export function resourceListings() {
  return [...texts().values()].map(({ listing }) => listing)
}

/** The addresses with a blank in them. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'counterfoil://operation/{name}',
    name: 'operation',
    title: 'One operation',
    description: 'The parameters, response and errors of one operation, by its name or the name of its tool.',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: 'counterfoil://reference/{resource}',
    name: 'reference',
    title: 'One API resource',
    description: 'Every operation of one resource, such as payments or orders.',
    mimeType: MARKDOWN,
  },
]

/** @returns the text at an address, or null when there is none */
export function readResource(uri: string): { uri: string; mimeType: string; text: string } | null {
  const text = texts().get(uri)?.text() ?? operationText(uri)
  return text === null ? null : { uri, mimeType: MARKDOWN, text }
}

/** The values of a template's variable. */
export function resourceChoices(uriTemplate: string): string[] {
  if (uriTemplate === RESOURCE_TEMPLATES[0]?.uriTemplate) return [...tools().keys()]
  if (uriTemplate === RESOURCE_TEMPLATES[1]?.uriTemplate)
    return [...texts().keys()].flatMap((uri) => /^counterfoil:\/\/reference\/(.+)$/.exec(uri)?.[1] ?? [])
  return []
}

let made: ReadonlyMap<string, Text> | undefined

function texts(): ReadonlyMap<string, Text> {
  made ??= new Map([...guides(), ...chapters()].map((text) => [text.listing.uri, text]))
  return made
}

function guides(): Text[] {
  return TOOL_GUIDES.map(({ name, title, summary, text }) => ({
    listing: {
      uri: `counterfoil://guide/${name}`,
      name: `guide-${name}`,
      title,
      description: summary,
      mimeType: MARKDOWN,
    },
    text: () => text,
  }))
}

function chapters(): Text[] {
  const { resources, events } = reference()
  const chapter = (name: string, title: string, description: string, text: () => string): Text => ({
    listing: {
      uri: `counterfoil://reference/${name}`,
      name: `reference-${name}`,
      title,
      description,
      mimeType: MARKDOWN,
    },
    text,
  })
  return [
    ...resources.map((one) =>
      chapter(one.name.toLowerCase().replaceAll(' ', '-'), one.title, one.description, () =>
        resourceMarkdown(one, toolOf),
      ),
    ),
    chapter('errors', 'Errors', 'Every error reason, what it means and what to do.', errorsMarkdown),
    chapter('events', 'Events', 'Every event and its payload.', () => eventsMarkdown(events)),
  ]
}

function operationText(uri: string): string | null {
  const name = /^counterfoil:\/\/operation\/([a-z_]{1,64})$/.exec(uri)?.[1]
  if (name === undefined) return null
  const described = describedOperation(tools().get(name)?.operation.name ?? name) ?? describedOperation(name)
  return described && operationMarkdown(described, toolOf)
}

const toolOf: ToolOf = (operation) => {
  const tool = [...tools().values()].find((one) => one.operation.name === operation)
  if (!tool) return undefined
  const { name } = tool.listing
  return { name, scope: tool.scope, takes: docFieldsOf(tool.arguments, resolverOf(tool.arguments)) }
}
