import { Download } from 'lucide-react'
import { DocumentButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Pill } from '#components/ui/pill.tsx'
import type { DocumentDetails } from '#lib/domain/documents/schema.ts'
import { sizeText } from '#lib/values/size-text.ts'
import { contentHref, PURPOSE_LABELS, TYPE_LABELS } from './document-labels.ts'

/** A document: its name, its purpose, and its download. */
export function DocumentHead({ document, curl }: { document: DocumentDetails; curl: string }) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="text-title font-semibold tracking-[-0.012em] wrap-anywhere">{document.name}</h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-ink-2">
          <Pill>{PURPOSE_LABELS[document.purpose]}</Pill>
          <span className="num">
            {TYPE_LABELS[document.mime_type]} · {sizeText(document.size)}
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
