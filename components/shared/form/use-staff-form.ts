'use client'
import { useRouter } from 'next/navigation'
import {
  type FormEvent,
  type RefObject,
  useActionState,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import { get, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { usePreferences } from '#components/ui/preferences.ts'
import { toast } from '#components/ui/toast-queue.ts'
import {
  type FieldTexts,
  type FormAction,
  type FormDeclaration,
  type FormProblem,
  type FormState,
  noResponse,
  problemsIn,
  SCRIPT_FIELD,
  textIn,
} from '#lib/values/form.ts'
import { randomText } from '#lib/values/random-text.ts'
import { useFormDraft } from './use-form-draft.ts'

type StaffFormOptions<Result> = {
  action: FormAction<Result>
  /** The form as the page opened it, with the key for a browser without script. */
  initial: FormState<Result>
  declaration: FormDeclaration
  currency?: string
  /** Replaces the redirect of the action: a dialog closes itself. */
  onDone?: (state: FormState<Result>) => void
}

export type StaffFormState<Result = unknown> = {
  state: FormState<Result>
  /** The form methods for fields: react-hook-form's own, for fields that are watched or set. */
  hook: UseFormReturn<Record<string, unknown>>
  pending: boolean
  /** The error of the whole form; errors of fields are at the fields. */
  problem: FormProblem | undefined
  errorOf: (name: string) => string | undefined
  /** The values of the fields when they are rendered: what was posted and came back, else what the page shows. */
  values: FieldTexts
  /** The value of a field when it is rendered. */
  initialOf: (name: string) => string | undefined
  /** Counts the times that the form was saved and stayed open: its fields are then drawn with what was saved. */
  round: number
  /** The fields have what was typed before the person had to sign in again. */
  restored: boolean
  /** Draws the fields as the page opened them. */
  startOver: () => void
  clear: () => void
  box: RefObject<HTMLFormElement | null>
  post: (form: FormData) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onChange: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * The one form of the staff. The fields are the browser's own, named as the action reads them, so the form that is
 * posted without script is this one. With script the declaration judges the same fields before they are sent.
 */
export function useStaffForm<Result>(options: StaffFormOptions<Result>): StaffFormState<Result> {
  const { action, initial, declaration, currency = 'INR', onDone } = options
  const router = useRouter()
  const { time_zone: zone, grouping } = usePreferences()
  const box = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [posted, post] = useActionState(action, initial)
  const [state, setState] = useState(posted)
  const [busy, setBusy] = useState(false)
  const [going, startTransition] = useTransition()
  // Validates what the browser would submit, not react-hook-form's copy.
  const resolver: Resolver<Record<string, unknown>> = (values, _, { names }) => {
    const settings = { currency, grouping, zone, now: Math.floor(Date.now() / 1000) }
    const whole = sending.current || names?.length !== 1
    const filled = new FormData(box.current ?? undefined)
    const problems = Object.entries(problemsIn(declaration, filled, settings, whole))
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'form', message }]))
    return problems.length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
  // Judged when it is sent, then as one corrects it: an error that came when a field is left would move the rest by a line,
  // from under the pointer that is about to press.
  const hook = useForm<Record<string, unknown>>({ resolver, mode: 'onSubmit', shouldFocusError: false })
  const { errors } = hook.formState
  const [latest, setLatest] = useState(posted)
  if (latest !== posted) {
    setLatest(posted)
    setState(posted)
  }
  const [shown, setShown] = useState(initial)
  const [round, setRound] = useState(0)
  const [restored, setRestored] = useState(false)
  const draft = useFormDraft(box, declaration.fields, (values) => drawWith(values, true))
  if (shown !== initial) {
    setShown(initial)
    // The page itself may be drawn again while a person types; only what was saved replaces what is typed.
    if (state.done?.href !== undefined) setRound(round + 1)
  }
  // Before the browser draws: react-hook-form would write what was typed into the new fields.
  useLayoutEffect(() => {
    if (round === 0) return
    hook.reset()
    if (document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [round, hook.reset])
  function drawWith(values: FieldTexts, back: boolean) {
    setState((before) => ({ ...before, values }))
    setRound((before) => before + 1)
    setRestored(back)
  }
  // Coming back to the form is opening it again: a double click has one effect, another form another one.
  useEffect(() => setState((before) => ({ ...before, idempotency_key: randomText(32) })), [])

  async function send(form: FormData) {
    setBusy(true)
    form.set(SCRIPT_FIELD, '1')
    const response = await action(state, form).catch(noResponse)
    setBusy(false)
    // Whether it arrived is not known: the key stays, so that sending it again does it once.
    if (typeof response === 'string')
      return setState((before) => ({
        ...before,
        error: { reason: 'connection_lost', description: response, request_id: '' },
      }))
    setState(response)
    if (response.error) return focusFirst(box.current, [response.error.field])
    draft.drop()
    setRestored(false)
    if (response.done?.message) toast(response.done.message)
    if (onDone) return onDone(response)
    const href = response.done?.href
    if (href === undefined) return
    const here = href === location.pathname + location.search
    startTransition(() => (here ? router.refresh() : router.push(href)))
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current || going || !box.current) return
    sending.current = true
    const form = new FormData(box.current, (event.nativeEvent as SubmitEvent).submitter)
    setState((before) => ({ ...before, error: undefined }))
    await hook.handleSubmit(
      () => send(form),
      (found) => focusFirst(box.current, Object.keys(found)),
    )(event)
    sending.current = false
  }

  // A response without fields has saved them: the page has what they are now.
  const values = Object.keys(state.values).length > 0 ? state.values : initial.values
  const refused = state.error
  const known = refused?.field !== undefined && declaration.fields.includes(refused.field)
  return {
    state,
    hook,
    pending: busy || going,
    problem: known ? undefined : refused,
    errorOf: (name) =>
      (get(errors, name) as { message?: string } | undefined)?.message ??
      (refused?.field === name ? refused.description : undefined),
    values,
    initialOf: (name) => textIn(values, name),
    round,
    restored,
    startOver: () => {
      draft.drop()
      drawWith(initial.values, false)
    },
    clear: () => setState((before) => ({ ...before, error: undefined })),
    box,
    post,
    onSubmit: (event) => void onSubmit(event),
    onChange: (event) => {
      draft.note()
      const { name } = event.target as HTMLInputElement
      if (known && refused?.field === name) setState((before) => ({ ...before, error: undefined }))
      // React-hook-form does not see fields with a state of their own.
      if (get(errors, name)) void hook.trigger(name)
    },
  }
}

/** Moves the focus to the first of these fields, in the order of the form. */
function focusFirst(box: HTMLFormElement | null, names: (string | undefined)[]) {
  // After the errors are drawn, so that the description of the field is read with it.
  requestAnimationFrame(() => {
    const control = [...(box?.elements ?? [])].find(
      (element) =>
        names.includes(element.getAttribute('data-field') ?? element.getAttribute('name') ?? '') &&
        element.getAttribute('type') !== 'hidden' &&
        element.checkVisibility(),
    )
    if (control instanceof HTMLElement) control.focus()
  })
}
