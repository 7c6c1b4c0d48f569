'use client'
import { createContext, Fragment, type ReactNode, use, useLayoutEffect, useRef } from 'react'
import { useFormStatus } from 'react-dom'
import { Button, type ButtonProps } from '#components/ui/button.tsx'
import { notePlace } from '#components/ui/focus.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { FormProblem } from '#lib/values/form.ts'
import type { StaffFormState as Form } from './use-staff-form.ts'

const FormContext = createContext<Form | null>(null)

/** The form around a field. */
export function useForm(): Form {
  const form = use(FormContext)
  if (form === null) throw new Error('A field of a staff form needs a staff form around it.')
  return form
}

type StaffFormProps<Result> = {
  form: Form<Result>
  /** Fields that are sent without being shown. */
  hidden?: Record<string, string>
  /** Money does not move because Enter was pressed in a field. */
  keepEnter?: boolean
  className?: string
  children: ReactNode
}

/** The form element: posts the same fields to the same action with script and without. */
export function StaffForm<Result>({ form, hidden, keepEnter, className, children }: StaffFormProps<Result>) {
  const fields = { ...hidden, idempotency_key: form.state.idempotency_key }
  const notePlaceOfForm = useRestoredFocus(form.box)
  return (
    <FormContext value={form as Form}>
      <form
        // Without script an error renders the page again; the key tells the browser that its fields are new.
        ref={form.box}
        action={form.post}
        onSubmit={(event) => {
          notePlaceOfForm()
          form.onSubmit(event)
        }}
        onChange={form.onChange}
        onKeyDown={(event) => {
          const inField = event.target instanceof HTMLInputElement && event.target.type !== 'submit'
          if (keepEnter && event.key === 'Enter' && inField) event.preventDefault()
        }}
        noValidate
        className={className}
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {form.restored && (
          <Notice role="status" title="Your input is back">
            Passwords and account numbers were not kept.{' '}
            <button type="button" className="link" onClick={form.startOver}>
              Start over
            </button>
          </Notice>
        )}
        <Fragment key={form.round}>{children}</Fragment>
      </form>
    </FormContext>
  )
}

/**
 * Keeps the keyboard in its place when the form goes away with the focus in it: it is done, or someone else was faster.
 * @returns what notes the place, before the form is sent
 */
function useRestoredFocus(box: Form['box']): () => void {
  const restore = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const back = restore.current ?? notePlace(element)
      back()
    }
  }, [box])
  return () => {
    if (box.current) restore.current = notePlace(box.current)
  }
}

/** The error of the whole form, and the request id to quote. */
export function FormError({
  title,
  children,
}: {
  title?: string
  children?: (problem: FormProblem) => ReactNode
}) {
  const { problem } = useForm()
  if (!problem) return null
  return (
    <Notice tone="bad" role="alert" {...(title ? { title } : {})}>
      {children ? children(problem) : problem.description}
      <RequestId id={problem.request_id} />
    </Notice>
  )
}

function RequestId({ id }: { id: string }) {
  if (id === '') return null
  return (
    <span className="block text-small text-ink-2">
      Request <span className="mono">{id}</span>
    </span>
  )
}

type SubmitProps = ButtonProps & { pendingText: string }

/** The button that sends the form: it stays in place and focused while the form is sent, with other words. */
export function Submit({ pendingText, children, ...rest }: SubmitProps) {
  const form = useForm()
  const status = useFormStatus()
  const pending = form.pending || status.pending
  return (
    <Button type="submit" variant="primary" pending={pending} {...rest}>
      {pending ? pendingText : children}
    </Button>
  )
}

type FormButtonsProps = {
  label: ReactNode
  pendingText: string
  cancelHref?: string
  variant?: 'primary' | 'danger' | 'default'
  /** The value of the button, where a form has several. */
  name?: string
  value?: string
  /** A second button, before Cancel. */
  children?: ReactNode
}

/** The end of a form: Submit and Cancel. */
export function FormButtons({ label, cancelHref, children, ...submit }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-5">
      <Submit {...submit}>{label}</Submit>
      {children}
      {cancelHref && <LinkButton href={cancelHref}>Cancel</LinkButton>}
    </div>
  )
}
