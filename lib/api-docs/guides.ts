import type { FoundPage } from './search.ts'

/** The guides in the order in which they are read. Their texts are components/docs/guides. */
export const GUIDES = [
  {
    name: 'client-library',
    title: 'Use an existing SDK',
    summary: 'Existing SDKs for seven languages work unchanged. Set the host and your test key.',
  },
  {
    name: 'real-service',
    title: 'Coming from the real service',
    summary:
      'Compatible, additional and rejected operations and fields, tested with the requests of 13 clients.',
  },
  {
    name: 'webhooks',
    title: 'Verify a webhook',
    summary: 'Both signature formats, in four languages, and how to handle duplicates.',
  },
  {
    name: 'idempotency',
    title: 'Idempotent requests',
    summary: 'With an Idempotency-Key, retrying a write is safe after timeouts and double clicks.',
  },
  {
    name: 'errors',
    title: 'Handle errors',
    summary: 'One error format. Branch on reason, show description, retry what is retryable.',
  },
  {
    name: 'paging',
    title: 'Pagination and filters',
    summary: 'count, cursors, skip, time ranges and filters.',
  },
  {
    name: 'ai-client',
    title: 'Connect an AI client',
    summary: "The tool server's URL, the consent screen, scopes, limits and approvals.",
  },
  {
    name: 'authorization',
    title: 'OAuth 2.1 step by step',
    summary:
      'Register an app, request authorization, get, refresh and use a token, and revoke it, with curl.',
  },
  {
    name: 'acquirer-adapter',
    title: 'Write an adapter',
    summary:
      'Connect a bank through the acquirer protocol: calls, signatures, hosted page and certification.',
  },
  {
    name: 'test-data',
    title: 'Test data',
    summary: 'Cards, UPI IDs, OTPs and amounts, each with its outcome.',
  },
  {
    name: 'going-live',
    title: 'Go live',
    summary: 'What to check before the first live payment.',
  },
] as const

export type GuideName = (typeof GUIDES)[number]['name']

export function guidePages(): FoundPage[] {
  return GUIDES.map(({ name, title, summary }) => ({ href: `/docs/guides/${name}`, title, text: summary }))
}
