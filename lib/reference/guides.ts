import type { Page } from './search.ts'

/** The guides in the order in which they are read. Their texts are components/docs/guides. */
export const GUIDES = [
  {
    name: 'client-library',
    title: 'Point your client library here',
    summary: 'A stock client for Node, Python, PHP or Ruby works unchanged: its host is one line.',
  },
  {
    name: 'webhooks',
    title: 'Verify a webhook',
    summary: 'Both families of signatures, in four languages, and what to do with a repeat.',
  },
  {
    name: 'idempotency',
    title: 'Send a request twice, safely',
    summary: 'An Idempotency-Key makes a repeat of a write harmless: timeouts, retries, double clicks.',
  },
  {
    name: 'errors',
    title: 'Handle errors',
    summary: 'One body for every refusal; decide by reason, show description, repeat what can be repeated.',
  },
  {
    name: 'paging',
    title: 'Page through lists',
    summary: 'count, cursors, skip, windows of time and filters.',
  },
  {
    name: 'ai-client',
    title: 'Connect an AI client',
    summary: 'The address of the tools, what a person is asked, scopes, limits and approvals.',
  },
  {
    name: 'authorization',
    title: 'Authorization, request by request',
    summary: 'Register a program, ask a person, get and renew a token, use it and give it back: with curl.',
  },
  {
    name: 'test-data',
    title: 'Test data of the sandbox',
    summary: 'Cards, UPI ids, one-time passwords and amounts, each with the outcome that it causes.',
  },
  {
    name: 'going-live',
    title: 'Go live',
    summary: 'What to check before the first real payment.',
  },
] as const

export type GuideName = (typeof GUIDES)[number]['name']

export function guidePages(): Page[] {
  return GUIDES.map(({ name, title, summary }) => ({ href: `/docs/guides/${name}`, title, text: summary }))
}
