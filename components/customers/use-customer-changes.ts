'use client'
import { useState } from 'react'
import type { StaffFormState } from '#components/shared/form/use-staff-form.ts'
import { EDITABLE_FIELDS } from '#lib/domain/customers/schema.ts'
import { changesBetween } from '#lib/values/changes.ts'
import { type ContactHint, useContactHint } from './contact-hint.ts'
import type { ExpectedFields } from './customer-form-state.ts'

const TEXTS = ['name', 'email', 'contact', 'gstin'] as const

/** The customer that saving would make: the number and the GSTIN in stored form. */
export function useCustomerChanges(
  form: StaffFormState,
  expected: ExpectedFields,
  edited: string | undefined,
) {
  const [notes, setNotes] = useState(expected.notes)
  const watched = form.hook.watch()
  const typed = Object.fromEntries(
    TEXTS.map((name) => [name, String(watched[name] ?? form.initialOf(name) ?? '')]),
  ) as Record<(typeof TEXTS)[number], string>
  const hint = useContactHint({ contact: typed.contact, email: typed.email, except: edited })
  const untouched = typed.contact === form.initialOf('contact')
  const after = {
    name: typed.name.trim() || null,
    email: typed.email.trim() || null,
    contact: untouched ? expected.contact : currentNumber(typed.contact, hint),
    gstin: typed.gstin.trim().toUpperCase() || null,
    notes,
  }
  return { typed, hint, setNotes, changes: changesBetween(EDITABLE_FIELDS, expected, after) }
}

function currentNumber(typed: string, hint: ContactHint | null): string | null {
  const text = typed.trim() || null
  return text && (hint?.contact?.stored ?? text)
}
