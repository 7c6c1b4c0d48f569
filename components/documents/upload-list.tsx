'use client'
import { Button } from '#components/ui/button.tsx'
import { CircleAlert, CircleCheck, RotateCw, X } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { iconButton } from '#components/ui/looks.ts'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { sizeText } from '#lib/values/number-text.ts'
import type { Upload } from './use-uploads.ts'

type UploadListProps = {
  uploads: Upload[]
  repeat: (upload: Upload) => void
  stop: (upload: Upload) => void
  remove: (upload: Upload) => void
}

/** The files of this visit, each with its progress or result. */
export function UploadList({ uploads, ...actions }: UploadListProps) {
  return (
    <>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="mt-3 grid grid-cols-1 gap-2 border-t border-line pt-3">
          {uploads.map((upload) => (
            <li key={upload.key} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5">
              <Mark upload={upload} />
              <Words upload={upload} />
              <Actions upload={upload} {...actions} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said(uploads)}
      </p>
    </>
  )
}

function Mark({ upload }: { upload: Upload }) {
  if (upload.state === 'done') return <CircleCheck aria-hidden="true" className="size-4 text-good" />
  if (upload.state === 'failed') return <CircleAlert aria-hidden="true" className="size-4 text-bad" />
  return <span aria-hidden="true" className="size-4 rounded-full border-[1.5px] border-edge" />
}

function Words({ upload }: { upload: Upload }) {
  const { file } = upload
  return (
    <div className="min-w-0">
      <p className="flex items-baseline gap-2">
        {upload.state === 'done' ? (
          <Link href={`/documents/${upload.id}`} className="link truncate" title={file.name}>
            {file.name}
          </Link>
        ) : (
          <span className="truncate" title={file.name}>
            {file.name}
          </span>
        )}
        <span className="num flex-none text-small text-ink-2">{progressText(upload)}</span>
      </p>
      {upload.state === 'sending' && (
        <ProgressBar
          className="mt-[4px] w-full"
          label={`Upload of ${file.name}`}
          value={upload.sent}
          max={file.size}
        />
      )}
      {upload.state === 'failed' && <p className="text-small text-bad">{upload.problem}</p>}
    </div>
  )
}

function Actions({ upload, repeat, stop, remove }: Omit<UploadListProps, 'uploads'> & { upload: Upload }) {
  if (upload.state === 'sending')
    return (
      <Button
        size="small"
        variant="quiet"
        onClick={() => stop(upload)}
        aria-label={`Cancel upload of ${upload.file.name}`}
      >
        Cancel
      </Button>
    )
  return (
    <span className="flex items-center gap-1">
      {upload.state === 'failed' && upload.repeatable && (
        <Button size="small" onClick={() => repeat(upload)} aria-label={`Try ${upload.file.name} again`}>
          <RotateCw aria-hidden="true" /> Try again
        </Button>
      )}
      <button
        type="button"
        className={iconButton}
        onClick={() => remove(upload)}
        aria-label={`Remove ${upload.file.name} from this list`}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </span>
  )
}

function progressText(upload: Upload): string {
  const size = sizeText(upload.file.size)
  if (upload.state === 'waiting') return `${size} · waiting`
  if (upload.state !== 'sending') return size
  if (upload.sent >= upload.file.size) return `${size} · checking`
  return `${Math.floor((upload.sent / upload.file.size) * 100)}% of ${size}`
}

/** The screen reader text: each result, not every step. */
function said(uploads: Upload[]): string {
  const last = uploads.findLast((upload) => upload.state === 'done' || upload.state === 'failed')
  if (!last) return ''
  return last.state === 'failed'
    ? `${last.file.name} was not uploaded. ${last.problem}`
    : `${last.file.name} is uploaded.`
}
