import type { DocPage } from './doc-pages.ts'
import { errorsMarkdown } from './markdown.ts'
import type { DocResource, Reference } from './read.ts'

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
