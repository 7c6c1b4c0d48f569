import type { DocPage } from './doc-pages.ts'
import type { DocField } from './fields.ts'
import type { Described, DocResource, EventOf, Reference } from './read.ts'
import { allReasons } from './reasons.ts'

/** The tool of an operation and what it takes, or undefined for one that is none. */
export type ToolOf = (operation: string) => { name: string; scope: string; takes: DocField[] } | undefined

export function resourceMarkdown({ title, description, operations }: DocResource, toolOf: ToolOf): string {
  return [`# ${title}`, description, ...operations.map((one) => operationMarkdown(one, toolOf, 2))].join(
    '\n\n',
  )
}

export function operationMarkdown(operation: Described, toolOf: ToolOf, level = 1): string {
  const { title, summary, method, path, id, permissions, deprecated, parameters, body, responses, errors } =
    operation
  const tool = toolOf(id)
  // The reader calls the tool, whose arguments include the headers of the API.
  const takes = tool?.takes ?? [...parameters, ...(body?.fields ?? [])]
  const headers = tool ? parameters.filter(({ place }) => place === 'header') : []
  const heading = '#'.repeat(level)
  return [
    `${heading} ${title}`,
    deprecated ? `${summary} Part of a discontinued product.` : summary,
    [
      [
        `- API: \`${method} ${path}\`, permission ${permissions.map((each) => `\`${each}\``).join(' and ')}`,
        ...headers.map(({ name }) => `header \`${name}\``),
      ].join(', '),
      tool ? `- Tool: \`${tool.name}\`, scope \`${tool.scope}\`` : '- No tool: call the API.',
    ].join('\n'),
    takes.length > 0 ? `${heading}# Parameters\n\n${fieldsMarkdown(takes)}` : '',
    ...responses.map(({ status, description, fields }) =>
      [`${heading}# Response ${status}`, description, fieldsMarkdown(fields)].filter(Boolean).join('\n\n'),
    ),
    errors.length > 0
      ? `${heading}# Errors\n\n${errors.map(({ status, reason }) => `- ${status} \`${reason}\``).join('\n')}`
      : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}

export function errorsMarkdown(): string {
  const rows = allReasons().map(
    ({ reason, status, means, advice }) => `## \`${reason}\` (${status})\n\n${means} ${advice}`,
  )
  return [
    '# Errors',
    'Branch on `reason`, which is one of these; show `description` to people.',
    ...rows,
  ].join('\n\n')
}

export function eventsMarkdown(events: readonly EventOf[]): string {
  const one = ({ name, summary, example }: EventOf) =>
    `## \`${name}\`\n\n${summary}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``
  return ['# Events', 'Events are recorded and sent to webhooks.', ...events.map(one)].join('\n\n')
}

function fieldsMarkdown(fields: readonly DocField[], indent = ''): string {
  return fields
    .map(({ name, type, required, description, limits, choices, fields: inner }) => {
      const must = [type, ...(required ? ['required'] : []), ...limits].join(', ')
      const may = choices.length > 0 ? ` One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.` : ''
      const line = `${indent}- \`${name}\` (${must})${description ? `: ${description}` : ''}${may}`
      return inner.length > 0 ? `${line}\n${fieldsMarkdown(inner, `${indent}  `)}` : line
    })
    .join('\n')
}

/** The pages of /docs that are drawn from the operations: the resources of the API, errors and events. */
export function drawnPages({ resources, events }: Reference): DocPage[] {
  return [
    ...resources.map((resource) => ({
      path: `reference/${resource.name}`,
      title: `${resource.title} (API reference)`,
      summary: resource.description,
      text: resourceText(resource),
    })),
    {
      path: 'errors',
      title: 'Errors (API reference)',
      summary: 'Every error reason, what it means and what to do.',
      text: errorsMarkdown(),
    },
    {
      path: 'events',
      title: 'Events (API reference)',
      summary: 'Every event that is recorded and sent to webhooks.',
      text: ['# Events', ...events.map(({ name, summary }) => `- \`${name}\`: ${summary}`)].join('\n\n'),
    },
  ]
}

/** A resource in a few lines: each operation has its parameters on a page of its own, and as a resource of the tool server. */
function resourceText({ title, description, operations }: DocResource): string {
  return [
    `# ${title}`,
    description,
    ...operations.map(
      ({ id, title: name, method, path, summary }) =>
        `## ${name}\n\n\`${method} ${path}\`: ${summary} Parameters and errors: \`counterfoil://operation/${id}\`.`,
    ),
  ].join('\n\n')
}
