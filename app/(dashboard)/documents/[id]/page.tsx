import type { Metadata } from 'next'
import { cache } from 'react'
import { attachDocumentAction, detachDocumentAction } from '#app/(dashboard)/documents/actions.ts'
import { contentHref, PURPOSE_LABELS, previewHref } from '#components/documents/document-labels.ts'
import { DocumentStub, drawnDocumentEntry } from '#components/documents/document-stub.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { snippetOf } from '#components/shared/snippets.ts'
import { DocumentButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Download } from '#components/ui/icons.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { attachDocument } from '#lib/domain/documents/attach.ts'
import { fetchDocument, fetchDocumentTimeline, getDocumentDetails } from '#lib/domain/documents/fetch.ts'
import type { DocumentDetails } from '#lib/domain/documents/schema.ts'
import { DOCUMENT_TYPE_LABELS } from '#lib/domain/documents/schema.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { sizeText } from '#lib/values/number-text.ts'

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

/** A document: its name, its purpose, and its download. */
function DocumentHead({ document, curl }: { document: DocumentDetails; curl: string }) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="text-title font-semibold tracking-[-0.012em] wrap-anywhere">{document.name}</h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-ink-2">
          <Pill>{PURPOSE_LABELS[document.purpose]}</Pill>
          <span className="num">
            {DOCUMENT_TYPE_LABELS[document.mime_type]} · {sizeText(document.size)}
          </span>
        </div>
      </div>
      <div className="print:hidden flex flex-wrap gap-2">
        <CopyButton value={curl}>Copy curl</CopyButton>
        <DocumentButton href={contentHref(document)} download={document.name} variant="primary">
          <Download aria-hidden="true" /> Download
        </DocumentButton>
      </div>
    </header>
  )
}

/** A picture of a document that the server has drawn; its bytes are never shown as they are. */
function DocumentPreview({ document }: { document: DocumentDetails }) {
  const what = document.mime_type === 'application/pdf' ? 'First page of' : 'Preview of'
  return (
    <figure className="mt-4 mb-6">
      {/* Of a fixed height, and the picture as large before it has loaded: nothing moves when it does. */}
      <div className="grid h-[min(68vh,640px)] place-items-center rounded-control border border-line bg-sunken p-[16px] max-desk:h-[56vh] max-desk:p-[10px]">
        {/* biome-ignore lint/performance/noImgElement: the picture is made in its size already, and only for who is signed in. */}
        <img
          src={previewHref(document, 'large')}
          alt={`${what} ${document.name}`}
          width={1600}
          height={1600}
          className="size-full min-h-0 min-w-0 object-contain [filter:drop-shadow(0_1px_3px_rgb(0_0_0/0.2))]"
          decoding="async"
        />
      </div>
      <figcaption className="mt-1.5 text-small text-ink-2">
        {document.mime_type === 'application/pdf' ? 'First page, rendered' : 'Rendered'} by this server. The
        download is the original file.
      </figcaption>
    </figure>
  )
}
