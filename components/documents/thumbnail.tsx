import type { Document } from '#lib/domain/documents/schema.ts'
import { previewHref } from './document-labels.ts'

/** A small picture of a document, drawn by the server. It says nothing that the name beside it does not. */
export function Thumbnail({ document }: { document: Pick<Document, 'id'> }) {
  return (
    // biome-ignore lint/performance/noImgElement: the picture is made in its size already, and only for who is signed in.
    <img
      src={previewHref(document, 'small')}
      alt=""
      width={64}
      height={64}
      loading="lazy"
      decoding="async"
      className="size-[calc(var(--row)-8px)] flex-none rounded-small border border-line bg-sunken object-cover object-top"
    />
  )
}
