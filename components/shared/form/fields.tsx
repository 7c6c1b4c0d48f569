'use client'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { NotesEditor } from '#components/ui/notes-editor.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { editedName, editedNotes, linesOf } from '#lib/values/form.ts'
import { amountEcho, currencySymbol, formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { useForm } from './staff-form.tsx'

type Labels = {
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  required?: boolean
  /** At the right of the label: a counter, a link. */
  aside?: ReactNode
  /** Shown under the control while there is no error. */
  note?: ReactNode
}

/** The props of a control as a field of the form: its name, value and error. */
function useField(name: string) {
  const { hook, errorOf, initialOf } = useForm()
  return { error: errorOf(name), initial: initialOf(name), registered: hook.register(name) }
}

type FieldProps = Labels & { name: string; inputRef?: RefObject<HTMLInputElement | null> | undefined }
type Own<Tag extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Tag>, 'name' | 'required'>

export function TextField({
  name,
  label,
  hint,
  optional,
  required,
  aside,
  note,
  inputRef,
  ...input
}: FieldProps &
  Own<'input'> &
  Pick<ComponentProps<typeof TextInput>, 'figures' | 'mono' | 'before' | 'after'>) {
  const { error, initial, registered } = useField(name)
  return (
    <Field {...labels({ label, hint, optional, required, aside })} note={note} error={error}>
      {({ required: needed, ...control }) => (
        <TextInput
          autoComplete="off"
          defaultValue={initial}
          {...input}
          {...control}
          {...registered}
          ref={(element: HTMLInputElement | null) => {
            registered.ref(element)
            if (inputRef) inputRef.current = element
          }}
          aria-required={needed}
        />
      )}
    </Field>
  )
}

export function TextAreaField({
  name,
  label,
  hint,
  optional,
  required,
  aside,
  note,
  ...input
}: FieldProps & Own<'textarea'>) {
  const { error, initial, registered } = useField(name)
  return (
    <Field {...labels({ label, hint, optional, required, aside })} note={note} error={error}>
      {({ required: needed, ...control }) => (
        <Textarea
          autoComplete="off"
          defaultValue={initial}
          {...input}
          {...control}
          {...registered}
          aria-required={needed}
        />
      )}
    </Field>
  )
}

export function SelectField({
  name,
  label,
  hint,
  optional,
  required,
  aside,
  options,
  disabled,
}: FieldProps & { options: Record<string, string>; disabled?: boolean }) {
  const { error, initial, registered } = useField(name)
  return (
    <Field {...labels({ label, hint, optional, required, aside })} error={error}>
      {({ required: needed, ...control }) => (
        <Select
          {...control}
          {...registered}
          defaultValue={initial}
          aria-required={needed}
          disabled={disabled}
        >
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/**
 * An amount as typed, with its parsed value. The action parses it again.
 * @param minorUnits whether the value is repeated in paise, too: for those who will find it in the API
 */
export function AmountField({
  currency,
  minorUnits = false,
  ...rest
}: FieldProps & Own<'input'> & { currency: string; minorUnits?: boolean }) {
  const { hook, initialOf } = useForm()
  const { grouping } = usePreferences()
  const typed = String(hook.watch(rest.name) ?? initialOf(rest.name) ?? '')
  const amount = parseMoney(typed, currency)
  return (
    <TextField
      figures
      inputMode="decimal"
      // Pressing Enter in a field must not move money.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      before={currencySymbol(currency)}
      // Its line is kept free while there is nothing to say, so that typing moves nothing.
      note={
        <output className="num mt-1 block min-h-4.5 text-small text-ink-2 noscript:hidden">
          {amount !== null &&
            (minorUnits ? amountEcho(amount, currency, grouping) : formatMoney(amount, currency, grouping))}
        </output>
      }
      {...rest}
    />
  )
}

/** A name that has to be typed, since what follows cannot be undone. */
export function TypedConfirmation({ text, name = 'typed_name' }: { text: string; name?: string }) {
  return (
    <TextField
      name={name}
      label={
        <>
          Type <b className="mono font-semibold wrap-anywhere">{text}</b> to confirm
        </>
      }
      required
      spellCheck={false}
    />
  )
}

/** Notes: the editor, and without script a line for each. */
export function NotesField({
  name = 'notes',
  initial,
  onChange,
}: {
  name?: string
  initial: Record<string, string>
  onChange?: (notes: Record<string, string>) => void
}) {
  const { errorOf, initialOf } = useForm()
  const [scripted, setScripted] = useState(false)
  const draft = initialOf(editedName(name))
  const value = draft === undefined ? initial : editedNotes(draft)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are drawn again when a draft comes back
  useEffect(() => {
    setScripted(true)
    if (draft !== undefined) onChange?.(value)
  }, [])
  const error = errorOf(name)
  return (
    <>
      <div className="noscript:hidden">
        <NotesEditor
          value={value}
          onChange={(notes) => onChange?.(notes)}
          error={error}
          {...(scripted ? { name: editedName(name) } : {})}
        />
      </div>
      <noscript>
        <Field
          label="Notes"
          optional
          error={error}
          hint="One key=value pair per line. Up to 15 pairs, 256 characters per key or value."
        >
          {(control) => (
            <Textarea {...control} name={name} defaultValue={initialOf(name) ?? linesOf(initial)} />
          )}
        </Field>
      </noscript>
    </>
  )
}

/** Leaves out undefined properties, which a component with exact properties does not take. */
function labels({ label, hint, optional, required, aside }: Labels) {
  return {
    label,
    hint,
    aside,
    ...(optional ? { optional } : {}),
    ...(required ? { required } : {}),
  }
}
