import type { ComponentType } from 'react'
import type { RequestedErrorPage } from '#lib/surfaces/error-page.ts'
import ApprovalNotFound from './approvals/[id]/not-found.tsx'
import EventNotFound from './events/[id]/not-found.tsx'
import Forbidden from './forbidden.tsx'
import RequestNotFound from './logs/[id]/not-found.tsx'
import RecordNotFound from './not-found.tsx'
import EmailNotFound from './outbox/[id]/not-found.tsx'
import DraftNotFound from './settlements/bank-statements/drafts/[id]/not-found.tsx'

/** The paths whose records have a page of their own when they are gone. */
export const NOT_FOUND: Record<string, ComponentType> = {
  '/approvals/': ApprovalNotFound,
  '/events/': EventNotFound,
  '/logs/': RequestNotFound,
  '/outbox/': EmailNotFound,
  '/settlements/bank-statements/drafts/': DraftNotFound,
}

/** What Next shows in place of a page that throws this error: the page that is nearest to its path. */
export function PageOfError({ status, path }: RequestedErrorPage) {
  if (status === 403) return <Forbidden />
  const [, Own = RecordNotFound] = Object.entries(NOT_FOUND).find(([start]) => path.startsWith(start)) ?? []
  return <Own />
}
