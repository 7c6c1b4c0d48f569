import type { DocumentDetails } from '#lib/domain/documents/schema.ts'
import { previewHref } from './document-labels.ts'

/** A picture of a document that the server has drawn; its bytes are never shown as they are. */
export function DocumentPreview({ document }: { document: DocumentDetails }) {
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
