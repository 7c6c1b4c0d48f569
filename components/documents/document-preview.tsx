import type { ViewedDocument } from '#lib/domain/documents/schema.ts'
import { previewHref } from './document-labels.ts'

/** A picture of a document that the server has drawn; its bytes are never shown as they are. */
export function DocumentPreview({ document }: { document: ViewedDocument }) {
  const what = document.mime_type === 'application/pdf' ? 'First page of' : 'Preview of'
  return (
    <figure className="mt-4 mb-6">
      <div className="preview">
        {/* biome-ignore lint/performance/noImgElement: the picture is made in its size already, and only for who is signed in. */}
        <img
          src={previewHref(document, 'large')}
          alt={`${what} ${document.name}`}
          width={1600}
          height={1600}
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
