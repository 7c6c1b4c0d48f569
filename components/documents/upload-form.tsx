'use client'
import { type ChangeEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { CircleAlert, UploadIcon } from '#components/ui/icons.tsx'
import { Select } from '#components/ui/select.tsx'
import type { Purpose } from '#lib/domain/documents/schema.ts'
import { LIMITS, OFFERED, PURPOSE_LABELS } from './document-labels.ts'
import { UploadList } from './upload-list.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'
import { useUploads } from './use-uploads.ts'

/** Where files are dropped. */
const DROP_ZONE =
  'rounded-slip border-[1.5px] border-dashed border-line-strong transition-[border-color,background-color] duration-120 data-dragged:border-accent data-dragged:bg-accent-tint print:hidden'

type UploadFormProps = {
  /** For the form that is sent as it is. */
  idempotencyKey: string
  /** The record that the uploads belong to. */
  attachTo?: string | undefined
  /** Where to go back to, when not to the document. */
  back?: string | undefined
  /** Why the form that was submitted without script was rejected. */
  refused?: string | null
  /** Purposes that are likely here come first. */
  purpose?: Purpose
  /** In a narrow place. */
  narrow?: boolean
}

/**
 * Uploads documents: dropped anywhere on the page, pasted, or chosen; each goes on its way at once. Without script it
 * is a form with one file and a button.
 */
export function UploadDocumentForm(props: UploadFormProps) {
  const { attachTo, narrow = false, purpose: likely = 'other' } = props
  const hintId = useId()
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const scripted = useSyncExternalStore(never, inBrowser, onServer)
  const [purpose, setPurpose] = useState<string>(likely)
  const { uploads, add, ...actions } = useUploads(attachTo)
  const dragged = useDroppedFiles(form, (files) => add(files, purpose))

  function take({ files }: HTMLInputElement) {
    if (files && files.length > 0) add([...files], purpose)
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
  }
  useEffect(() => {
    // Files chosen before this script loaded.
    if (input.current?.files?.length) input.current.form?.requestSubmit()
  }, [])

  return (
    <form
      ref={form}
      action="/api/documents"
      method="post"
      encType="multipart/form-data"
      data-dragged={dragged ? '' : undefined}
      className={classNames(
        DROP_ZONE,
        narrow ? 'px-[12px] py-[10px]' : 'bg-surface px-[10px] narrow:py-[8px]',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        if (input.current) take(input.current)
      }}
    >
      <input type="hidden" name="idempotency_key" value={props.idempotencyKey} />
      {attachTo && <input type="hidden" name="attach_to" value={attachTo} />}
      {props.back && <input type="hidden" name="back" value={props.back} />}
      <div className={classNames('flex flex-wrap items-center gap-y-2.5', narrow ? 'gap-x-4' : 'gap-x-2')}>
        <div
          className={classNames(
            'min-w-0 flex-1 basis-56',
            !narrow && 'flex flex-wrap items-baseline gap-x-2 whitespace-normal',
          )}
        >
          <p className="font-[550]">{dragged ? 'Drop to upload' : <Invitation />}</p>
          <p id={hintId} className="text-small text-ink-2">
            {LIMITS}
            {narrow && ' The type is detected from the content.'}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={`${hintId}-purpose`} className={narrow ? 'text-table text-ink-2' : 'sr-only'}>
            Purpose
          </label>
          <Select
            id={`${hintId}-purpose`}
            small
            name="purpose"
            value={purpose}
            onChange={(event: ChangeEvent<HTMLSelectElement>) => setPurpose(event.target.value)}
            className={narrow ? 'min-w-44' : 'min-w-36'}
          >
            {Object.entries(PURPOSE_LABELS).map(([option, label]) => (
              <option key={option} value={option}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <input
          ref={input}
          type="file"
          name="file"
          aria-label={scripted ? 'Files' : 'File'}
          aria-describedby={hintId}
          accept={OFFERED}
          multiple={scripted}
          required={!scripted}
          // Decided by CSS and not once the script has come: nothing may move then.
          className="hidden max-w-full text-[0.8125rem] text-ink-2 file:mr-2.5 file:min-h-8 file:rounded-control file:border file:border-edge file:bg-surface file:px-3 file:py-1.5 file:text-[0.8125rem]/[1.125rem] file:font-[550] file:text-ink noscript:block"
          onChange={(event) => take(event.currentTarget)}
        />
        <Button
          variant={narrow ? 'default' : 'primary'}
          size={narrow ? 'default' : 'small'}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
          className="noscript:hidden!"
        >
          <UploadIcon aria-hidden="true" /> Choose files
        </Button>
        <Button
          type="submit"
          variant={narrow ? 'default' : 'primary'}
          size={narrow ? 'default' : 'small'}
          className="hidden! noscript:inline-flex!"
        >
          Upload
        </Button>
      </div>
      {props.refused && (
        <p role="alert" className="mt-2 flex gap-1.5 text-small text-bad">
          <CircleAlert aria-hidden="true" className="mt-px size-4 flex-none" />
          {props.refused}
        </p>
      )}
      <UploadList uploads={uploads} {...actions} />
    </form>
  )
}

/** A touch screen cannot drop files. */
function Invitation() {
  return (
    <>
      <span className="noscript:hidden">
        <span className="pointer-coarse:hidden">Drop files here, or paste them</span>
        <span className="hidden pointer-coarse:inline">Upload documents</span>
      </span>
      <span className="hidden noscript:inline">Upload document</span>
    </>
  )
}

const never = () => () => undefined
const inBrowser = () => true
const onServer = () => false
