'use client'
import { useRouter } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useId, useMemo, useState, useTransition } from 'react'
import { Controller, type FieldErrors, FormProvider, type Resolver, set, useForm } from 'react-hook-form'
import { build, type Preserved, type Problem } from '#components/bills/draft/build.ts'
import type { BillDraft, DraftSetting } from '#components/bills/draft/draft.ts'
import { draftFieldOf, problemsOf, refusedInWords } from '#components/bills/draft/problems.ts'
import { rateOptions, taxName } from '#components/bills/draft/tax-names.ts'
import { ProblemList } from '#components/bills/problem-list.tsx'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { toast } from '#components/ui/toast-queue.ts'
import type { BillBody, Seller } from '#lib/domain/bills/schema.ts'
import { noResponse } from '#lib/values/form.ts'
import { currencySymbol, formatMoney } from '#lib/values/money-text.ts'
import { BillCustomerFields } from './customer-fields.tsx'
import { ExtraFields } from './extra-fields.tsx'
import { useBillForm } from './form-context.tsx'
import { LineGrid } from './line-grid.tsx'
import { LiveBill, useLiveBill } from './live.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { EventFields, ReceiptFields } from './receipt-fields.tsx'
import { Totals } from './totals.tsx'
import { useStoredDraft } from './use-stored-draft.ts'

const PreviewPaper = lazy(async () => {
  const { PreviewPaper: paper } = await import('./preview-paper.tsx')
  return { default: paper }
})

/** The bill as it will look, while it is written. */
function Preview({ seller }: { seller: Seller }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide preview' : 'Preview'}
      </Button>
      {open && (
        <div className="mt-4">
          <Suspense fallback={<p className="text-ink-2">Loading preview…</p>}>
            <PreviewPaper seller={seller} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

type BillError = { reason: string; description: string; field?: string; request_id: string }
type SendBill = (
  body: BillBody,
  idempotencyKey: string,
) => Promise<{ ok: true; value: { id: string } } | { ok: false; error: BillError }>

type BillFormProps = {
  initial: BillDraft
  setting: DraftSetting
  seller: Seller
  /** Data of the bill without a field here. */
  preserved?: Preserved
  /** The bill that is changed, or null for a new one. */
  issued: { id: string } | null
  /** The number of the newest bill. */
  after: string | null
  /** Where in the browser it is kept until it is issued. */
  place: string
  send: SendBill
  /** Shown above the form: the missing data of a tax invoice, or the source of the bill. */
  children?: ReactNode
}

const NOTHING: Preserved = {}

/** The builder of bills: a form that adds up while it is typed, and issues only what adds up. */
export function BillForm(props: BillFormProps) {
  const { initial, setting, seller, preserved = NOTHING, issued, after, place, send, children } = props
  const router = useRouter()
  const [going, startTransition] = useTransition()
  const [formError, setFormError] = useState<string | null>(null)
  const resolver = useMemo(() => validateWith(setting, preserved), [setting, preserved])
  const form = useForm<BillDraft, unknown, BillBody>({ defaultValues: initial, resolver, mode: 'onTouched' })
  const draft = useStoredDraft(form, place)
  const { errors, isSubmitting, isSubmitted } = form.formState
  const wrong = isSubmitted ? problemsIn(errors) : []
  const symbol = currencySymbol(setting.currency)
  const rates = rateOptions(setting.country)

  async function issue(body: BillBody) {
    setFormError(null)
    const result = await send(body, draft.key.current).catch(noResponse)
    // Whether it arrived is not known: the key stays, so that sending it again issues no second bill.
    if (typeof result === 'string') return setFormError(result)
    draft.renewKey()
    if (result.ok) {
      draft.end()
      toast(issued ? 'Bill updated' : 'Bill issued', { description: 'Its public page is up to date.' })
      return startTransition(() => router.push(`/bills/${result.value.id}`))
    }
    const { field = '', description, request_id } = result.error
    const rows = form.getValues('lines').flatMap((line, row) => (line.name.trim() === '' ? [] : [row]))
    const path = draftFieldOf(field, rows)
    if (path === 'root') setFormError(`${description} (${request_id})`)
    else
      form.setError(
        path as 'receipt_number',
        { message: refusedInWords(result.error) },
        { shouldFocus: true },
      )
  }

  return (
    <FormProvider {...form}>
      <LiveBill control={form.control} initial={initial} setting={setting} preserved={preserved}>
        <form onSubmit={form.handleSubmit(issue)} noValidate className="noscript:hidden">
          <div>
            <Slip
              stub={
                <div className="sticky top-20">
                  <Totals setting={setting} />
                </div>
              }
            >
              <div className="grid grid-cols-1 gap-7">
                {children}
                {draft.resumed && (
                  <Notice role="status">
                    Draft restored in this tab.{' '}
                    <button type="button" className="link" onClick={() => draft.startOver(initial)}>
                      Discard draft
                    </button>
                  </Notice>
                )}
                <Section title="Bill">
                  <ReceiptFields issued={issued !== null} after={after} />
                </Section>
                <EventFields />
                <Section title="Customer">
                  <BillCustomerFields setting={setting} />
                </Section>
                <Section title="Line items" aside={<PriceKind country={setting.country} />}>
                  <LineGrid rates={rates} currency={setting.currency} />
                </Section>
                <Section title="Discounts and charges">
                  <ExtraFields symbol={symbol} />
                </Section>
                <Section title="Payment">
                  <PaymentFields symbol={symbol} currency={setting.currency} />
                </Section>
                <Preview seller={seller} />
                <div className="grid gap-3 border-t border-line pt-5">
                  {(wrong.length > 0 || formError) && (
                    <Notice tone="bad" role="alert" title={issued ? 'Bill not saved' : 'Bill not issued'}>
                      {formError ?? <ProblemList problems={wrong} />}
                    </Notice>
                  )}
                  <div className="flex flex-wrap items-center gap-2">
                    <IssueButton pending={isSubmitting || going} changes={issued !== null} />
                    <LinkButton href={issued ? `/bills/${issued.id}` : '/bills'}>Cancel</LinkButton>
                    <p className="text-small text-ink-3">
                      Saved in this tab until {issued ? 'saved' : 'issued'}.
                    </p>
                  </div>
                </div>
              </div>
            </Slip>
          </div>
        </form>
      </LiveBill>
    </FormProvider>
  )
}

/** The button names the amount, so that the person has seen what they issue. */
function IssueButton({ pending, changes }: { pending: boolean; changes: boolean }) {
  const { grouping } = usePreferences()
  const { body } = useLiveBill().built
  const { net_payable_amount: net, currency } = body.receipt_summary
  const amount = formatMoney(net, currency, grouping)
  return (
    <Button type="submit" variant="primary" size="large" pending={pending}>
      {pending
        ? changes
          ? 'Saving…'
          : 'Issuing…'
        : changes
          ? `Save bill for ${amount}`
          : `Issue bill for ${amount}`}
    </Button>
  )
}

/** Validates the draft by the API schema, and assigns each problem to its field. */
function validateWith(setting: DraftSetting, preserved: Preserved): Resolver<BillDraft, unknown, BillBody> {
  return (draft) => {
    const built = build(draft, setting, preserved)
    const problems = problemsOf(built)
    if (problems.length === 0) return { values: built.body, errors: {} }
    const errors: FieldErrors<BillDraft> = {}
    for (const { path, message } of problems) set(errors, path, { type: 'bill', message })
    return { values: {}, errors }
  }
}

/** Every error, with the path of its field: the summary lists the same errors as the fields. */
function problemsIn(errors: unknown, path: string[] = []): Problem[] {
  if (typeof errors !== 'object' || errors === null) return []
  if ('message' in errors && 'type' in errors && typeof errors.message === 'string')
    return [{ path: path.join('.'), message: errors.message }]
  return Object.entries(errors).flatMap(([name, inner]) =>
    name === 'ref' ? [] : problemsIn(inner, [...path, name]),
  )
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Whether the prices that are typed hold the tax already. */
function PriceKind({ country }: { country: string }) {
  const { control } = useBillForm()
  const tax = taxName(country)
  return (
    <Controller
      control={control}
      name="prices_include_tax"
      render={({ field }) => (
        <SegmentedControl
          legend="Prices"
          name={field.name}
          value={field.value ? 'with' : 'without'}
          onChange={(event) => field.onChange(event.target.value === 'with')}
          options={[
            { value: 'without', label: `Prices without ${tax}` },
            { value: 'with', label: `with ${tax}` },
          ]}
        />
      )}
    />
  )
}
