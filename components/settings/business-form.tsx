'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useActionState, useEffect, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { toast } from '#components/ui/toast.tsx'
import { type Business, UpdateBusiness } from '#lib/domain/merchants/schema.ts'
import { randomText } from '#lib/values/id.ts'
import { SellerPreview } from './seller-preview.tsx'

type Values = { billing_label: string; gstin: string; address: string }
type Refusal = { reason: string; description: string; field?: string; request_id: string }
type PlainState = { values: Record<string, string>; idempotency_key: string; error?: Refusal | undefined }

type BusinessFormProps = {
  business: Business
  /** Whether this page is the answer to a form that was sent without script. */
  saved: boolean
  idempotencyKey: string
  /** Why this person may not change it, or null. */
  refusal: string | null
  actions: {
    update: (
      input: UpdateBusiness,
      key: string,
    ) => Promise<{ ok: true; value: Business } | { ok: false; error: Refusal }>
    updatePlainly: (state: PlainState, form: FormData) => Promise<PlainState>
  }
}

/** GSTIN, address and billing label, with the head of a bill as they make it. */
export function BusinessForm({ business, saved, idempotencyKey, refusal, actions }: BusinessFormProps) {
  const [answered, sendPlainly] = useActionState(actions.updatePlainly, {
    values: {},
    idempotency_key: idempotencyKey,
  })
  const [key, setKey] = useState(answered.idempotency_key)
  const form = useForm<Values, unknown, UpdateBusiness>({
    defaultValues: valuesOf(business),
    resolver: judge,
    mode: 'onTouched',
  })
  const { register, formState } = form
  const shown = useWatch({ control: form.control })
  useEffect(() => setKey(randomText(32)), [])

  const error = (name: keyof Values) =>
    formState.errors[name]?.message ??
    (answered.error?.field === name ? answered.error.description : undefined)
  const problem =
    formState.errors.root?.message ??
    (answered.error && !answered.error.field ? answered.error.description : undefined)
  const initial = (name: keyof Values) => ({
    ...register(name),
    defaultValue: answered.values[name] ?? valuesOf(business)[name],
    readOnly: refusal !== null,
  })

  async function save(values: UpdateBusiness) {
    const result = await actions.update(values, key).catch(() => null)
    if (!result) return form.setError('root', { message: 'Connection lost. Save again.' })
    setKey(randomText(32))
    if (result.ok) {
      form.reset(valuesOf(result.value))
      return toast('Business details saved')
    }
    const { field, description } = result.error
    if (field && field in valuesOf(business)) form.setError(field as keyof Values, { message: description })
    else form.setError('root', { message: description })
  }

  return (
    <form action={sendPlainly} onSubmit={form.handleSubmit(save)} noValidate>
      <input type="hidden" name="idempotency_key" value={key} />
      <Slip stub={<SellerPreview business={business} values={{ ...valuesOf(business), ...shown }} />}>
        <div className="grid max-w-130 gap-5">
          {saved && !answered.error && (
            <Notice tone="good" role="status">
              Business details saved.
            </Notice>
          )}
          {problem && (
            <Notice tone="bad" role="alert" title="Business details not saved">
              {problem}
            </Notice>
          )}
          <Field label="Name" hint="Set when the merchant was created.">
            {(control) => <TextInput {...control} defaultValue={business.name} readOnly />}
          </Field>
          {business.country === 'IN' && (
            <Field
              label="GSTIN"
              optional
              error={error('gstin')}
              hint="The first 2 digits are your state code, which decides between CGST with SGST and IGST on bills."
            >
              {(control) => (
                <TextInput
                  {...control}
                  {...initial('gstin')}
                  mono
                  autoComplete="off"
                  spellCheck={false}
                  autoCapitalize="characters"
                  maxLength={20}
                  placeholder="29ABCDE1234F1Z5"
                />
              )}
            </Field>
          )}
          <Field label="Address" optional error={error('address')} hint="As printed on bills, up to 6 lines.">
            {(control) => (
              <Textarea {...control} {...initial('address')} rows={4} autoComplete="street-address" />
            )}
          </Field>
          <Field
            label="Billing label"
            required
            error={error('billing_label')}
            hint="Default payout narration on bank statements: letters, digits and spaces, up to 30."
          >
            {({ required, ...control }) => (
              <TextInput
                {...control}
                {...initial('billing_label')}
                aria-required={required}
                maxLength={30}
                autoComplete="off"
              />
            )}
          </Field>
          <div className="border-t border-line pt-5">
            {refusal ? (
              <DisabledAction variant="primary" reason={refusal}>
                Save
              </DisabledAction>
            ) : (
              <Button type="submit" variant="primary" pending={formState.isSubmitting}>
                {formState.isSubmitting ? 'Saving…' : 'Save'}
              </Button>
            )}
          </div>
        </div>
      </Slip>
    </form>
  )
}

const judge = zodResolver(UpdateBusiness as never) as unknown as Resolver<Values, unknown, UpdateBusiness>

function valuesOf({ billing_label, gstin, address }: Business): Values {
  return { billing_label, gstin: gstin ?? '', address: address ?? '' }
}
