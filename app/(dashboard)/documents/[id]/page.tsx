import type { Metadata } from 'next'
import { cache } from 'react'
import { attachDocumentAction, detachDocumentAction } from '#app/(dashboard)/documents/actions.ts'
import { DocumentHead } from '#components/documents/document-head.tsx'
import { DocumentPreview } from '#components/documents/document-preview.tsx'
import { DocumentStub } from '#components/documents/document-stub.tsx'
import { drawnDocumentEntry } from '#components/documents/document-timeline.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { snippetOf } from '#components/shared/snippets.ts'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { attachDocument } from '#lib/domain/documents/attach.ts'
import { fetchDocument } from '#lib/domain/documents/fetch.ts'
import { getDocumentDetails } from '#lib/domain/documents/get-details.ts'
import type { DocumentDetails } from '#lib/domain/documents/schema.ts'
import { fetchDocumentTimeline } from '#lib/domain/documents/timeline.ts'
import { env } from '#lib/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'

const documentOf = cache((id: string) => read(getDocumentDetails, { id }))

export async function generateMetadata({ params }: PageProps<'/documents/[id]'>): Promise<Metadata> {
  const document = await documentOf((await params).id)
  return { title: `${document.name} · ${document.id} · Documents` }
}

export default async function DocumentPage({ params, searchParams }: PageProps<'/documents/[id]'>) {
  const [{ id }, { tab }, { permissions }] = await Promise.all([params, searchParams, requireStaff()])
  const document = await documentOf(id)
  const actions = { attach: attachDocumentAction, detach: detachDocumentAction, open: openForm }
  return (
    <>
      <Crumbs href="/documents" label="Documents" id={id} />
      <Slip
        stub={
          <DocumentStub
            document={document}
            actions={permissions.has(attachDocument.permission) ? actions : null}
          />
        }
      >
        <DocumentHead
          document={document}
          curl={snippetOf('curl', env().BASE_URL, { method: 'GET', path: `/v1/documents/${id}/content` })}
        />
        <div className="mt-5">
          <Tabs
            label="Views of this document"
            tabs={[
              { href: `/documents/${id}`, label: 'Overview', current: tab !== 'json' },
              { href: `/documents/${id}?tab=json`, label: 'JSON', current: tab === 'json' },
            ]}
          />
        </div>
        {tab === 'json' ? (
          <JsonTab
            value={await read(fetchDocument, { id })}
            request={{ method: 'GET', path: `/v1/documents/${id}` }}
          />
        ) : (
          <Overview document={document} />
        )}
      </Slip>
    </>
  )
}

async function Overview({ document }: { document: DocumentDetails }) {
  const timeline = await tryRead(fetchDocumentTimeline, { id: document.id })
  return (
    <>
      <DocumentPreview document={document} />
      <TimelineSection timeline={timeline} own={document.id} draw={drawnDocumentEntry} />
    </>
  )
}
