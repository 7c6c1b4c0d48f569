'use client'
import { useState } from 'react'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { type StaffFormState, useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Link } from '#components/ui/link.tsx'
import { EDITABLE_FIELDS } from '#lib/domain/customers/schema.ts'
import { changesBetween } from '#lib/values/changes.ts'
import type { FormProblem, FormState } from '#lib/values/form.ts'
import { type ContactHint, useContactHint } from './contact-hint.ts'
import { CustomerFormFields } from './customer-fields.tsx'
import {
  type CustomerAction,
  type CustomerReview,
  customerForm,
  type ExpectedFields,
} from './customer-form-state.ts'
import { LiveChanges, Review } from './edit-review.tsx'

const TEXTS = ['name', 'email', 'contact', 'gstin'] as const

/** The customer that saving would make: the number and the GSTIN in stored form. */
function useCustomerChanges(form: StaffFormState, expected: ExpectedFields, edited: string | undefined) {
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

type CustomerFormProps = {
  /** The customer that is edited, with its number as people read it; left out for a new one. */
  edited?: { id: string; phone: string | null }
  /** The customer as it was when the form was opened. */
  expected: ExpectedFields
  initial: FormState<CustomerReview>
  action: CustomerAction
}

/** A customer to create, or to edit as a whole with what will change shown before it is saved. */
export function CustomerForm({ edited, expected, initial, action }: CustomerFormProps) {
  const form = useStaffForm({ action, initial, declaration: customerForm })
  const { typed, hint, setNotes, changes } = useCustomerChanges(form, expected, edited?.id)
  const review = form.state.result
  return (
    <StaffForm form={form} hidden={edited ? { id: edited.id, seen: JSON.stringify(expected) } : {}}>
      <div className="grid max-w-130 gap-5">
        <FormError title={edited ? 'Customer not saved' : 'Customer not created'}>
          {(problem) => <Problem problem={problem} edited={edited?.id} />}
        </FormError>
        {review ? (
          <Review changes={review} values={form.values} />
        ) : (
          <>
            <CustomerFormFields typed={typed} notes={expected.notes} onNotes={setNotes} hint={hint} />
            {edited && <LiveChanges changes={changes} before={edited.phone} after={hint?.contact ?? null} />}
            {edited ? (
              <FormButtons
                name="step"
                value="review"
                label={
                  // Without script what will change is the next step; with it, it is there already.
                  <>
                    <span className="noscript:hidden">Save changes</span>
                    <span className="hidden noscript:inline">Review changes</span>
                  </>
                }
                pendingText="Saving…"
                cancelHref={`/customers/${edited.id}`}
              />
            ) : (
              <FormButtons label="Create customer" pendingText="Creating…" cancelHref="/customers" />
            )}
          </>
        )}
      </div>
    </StaffForm>
  )
}

function Problem({ problem, edited }: { problem: FormProblem; edited: string | undefined }) {
  const other = problem.metadata?.customer_id
  return (
    <>
      {problem.description}{' '}
      {other && (
        <Link href={`/customers/${other}`} className="link">
          View customer
        </Link>
      )}
      {problem.reason === 'customer_changed' && edited && (
        // Not a client-side link, which would keep the input of the form.
        <a href={`/customers/${edited}/edit`} className="link">
          Reload form
        </a>
      )}
    </>
  )
}
