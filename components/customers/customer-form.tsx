'use client'
import Link from 'next/link'
import { Button, LinkButton } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { type CustomerRefusal, problemOf } from './customer-form-state.ts'
import { LiveChanges, Review } from './edit-review.tsx'
import { type CustomerFormProps, useCustomerForm } from './use-customer-form.ts'

/**
 * A customer to create, or to edit as a whole with what will change shown before it is saved. Judged here by the
 * schema of the interface, and without script by the server alone.
 */
export function CustomerForm(props: CustomerFormProps) {
  const { edited, seen } = props
  const { form, initial, answered, error, hint, ...state } = useCustomerForm(props)
  return (
    <form action={state.sendPlainly} onSubmit={state.onSubmit} noValidate>
      <input type="hidden" name="idempotency_key" value={state.key} />
      {edited && <input type="hidden" name="id" value={edited.id} />}
      {edited && <input type="hidden" name="seen" value={JSON.stringify(seen)} />}
      <div className="grid max-w-130 gap-5">
        {state.refusal && <Problem refusal={state.refusal} edited={edited?.id} />}
        {answered.review ? (
          <Review changes={answered.review} values={answered.values} />
        ) : (
          <>
            <CustomerFields form={form} initial={initial} typed={answered.values} error={error} hint={hint} />
            {edited && (
              <LiveChanges changes={state.changes} before={edited.phone} after={hint?.contact ?? null} />
            )}
            <div className="flex flex-wrap gap-2 border-t border-line pt-5">
              {edited ? <SaveButton pending={state.pending} /> : <CreateButton pending={state.pending} />}
              <LinkButton href={edited ? `/customers/${edited.id}` : '/customers'} prefetch={false}>
                Cancel
              </LinkButton>
            </div>
          </>
        )}
      </div>
    </form>
  )
}

function CreateButton({ pending }: { pending: boolean }) {
  return (
    <Button type="submit" variant="primary" pending={pending}>
      {pending ? 'Creating…' : 'Create customer'}
    </Button>
  )
}

/** Without script what will change is the next step; with it, it is there already. */
function SaveButton({ pending }: { pending: boolean }) {
  return (
    <Button type="submit" variant="primary" pending={pending} name="step" value="review">
      <span className="noscript:hidden">{pending ? 'Saving…' : 'Save changes'}</span>
      <span className="hidden noscript:inline">Review changes</span>
    </Button>
  )
}

function Problem({ refusal, edited }: { refusal: CustomerRefusal; edited: string | undefined }) {
  const other = refusal.metadata?.customer_id
  return (
    <Notice tone="bad" role="alert" title={edited ? 'Customer not saved' : 'Customer not created'}>
      {problemOf(refusal)}{' '}
      {other && (
        <Link href={`/customers/${other}`} className="link" prefetch={false}>
          View customer
        </Link>
      )}
      {refusal.reason === 'customer_changed' && edited && (
        // Not a link of the application, which would keep what stands in the form.
        <a href={`/customers/${edited}/edit`} className="link">
          Reload form
        </a>
      )}
    </Notice>
  )
}
