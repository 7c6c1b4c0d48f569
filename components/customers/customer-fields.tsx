'use client'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { NotesField } from '#components/record/notes-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { CustomerFields as Judged } from '#lib/domain/customers/schema.ts'
import { isGstin, stateOf } from '#lib/values/gstin.ts'
import type { ContactHint } from './contact-hint.ts'
import { PhoneNote, SimilarNote } from './contact-notes.tsx'
import type { CustomerFormValues } from './customer-form-state.ts'

type CustomerFieldsProps = {
  form: UseFormReturn<CustomerFormValues, unknown, Judged>
  initial: CustomerFormValues
  /** What was typed into a form that was sent without script. */
  typed: Record<string, string>
  error: (name: keyof CustomerFormValues) => string | undefined
  hint: ContactHint | null
}

/** The members of a customer, in the order in which people think of them. */
export function CustomerFields({ form, initial, typed, error, hint }: CustomerFieldsProps) {
  const { register } = form
  const [email = '', gstin = ''] = useWatch({ control: form.control, name: ['email', 'gstin'] })
  const inputOf = (name: 'name' | 'email' | 'contact' | 'gstin') => ({
    ...register(name),
    defaultValue: typed[name] ?? initial[name],
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <>
      <p className="text-ink-2">A name, an e-mail or a phone number is needed; the rest is optional.</p>
      <Field label="Name" error={error('name')} hint="Of a person or a business, 3 to 50 characters.">
        {(control) => <TextInput {...control} {...inputOf('name')} maxLength={50} />}
      </Field>
      <Field label="E-mail" error={error('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...inputOf('email')}
            inputMode="email"
            autoCapitalize="none"
            maxLength={64}
            placeholder="asha@example.com"
          />
        )}
      </Field>
      <div>
        <Field label="Phone" error={error('contact')}>
          {(control) => (
            <>
              <TextInput
                {...control}
                {...inputOf('contact')}
                type="tel"
                figures
                maxLength={24}
                placeholder="+91 98765 43210"
              />
              {!error('contact') && <PhoneNote contact={hint?.contact} />}
            </>
          )}
        </Field>
        <SimilarNote similar={hint?.similar ?? []} email={email} contact={hint?.contact?.kept} />
      </div>
      <Field
        label="GSTIN"
        optional
        aside={<GstinState gstin={gstin} />}
        error={error('gstin')}
        hint="Of a business, fifteen characters; the last one proves the others."
      >
        {(control) => (
          <TextInput
            {...control}
            {...inputOf('gstin')}
            mono
            autoCapitalize="characters"
            maxLength={15}
            className="uppercase"
          />
        )}
      </Field>
      <Controller
        control={form.control}
        name="notes"
        render={({ field }) => (
          <NotesField
            initial={initial.notes}
            onChange={field.onChange}
            typed={typed.notes}
            error={error('notes')}
          />
        )}
      />
    </>
  )
}

/** How far it has come, and the state that it is of once it is whole and right. */
function GstinState({ gstin }: { gstin: string }) {
  const text = gstin.trim().toUpperCase()
  if (isGstin(text)) return <span className="text-good">{stateOf(text)?.name}</span>
  return <>{text.length} of 15</>
}
