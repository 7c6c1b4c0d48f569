import type { ComponentProps } from 'react'
import { FieldError } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

type PayerFormProps = ComponentProps<'form'> & {
  action: (form: FormData) => void
  language: Language
  orderId: string
  /** Of a payment that the bank asks about; there is none before a payment begins. */
  paymentId?: string | undefined
  /** The idempotency key. One key is one attempt: two presses share it, and each page that is made brings another. */
  formKey: string
  /** An automated client uses the page: the focus stays. */
  robot: boolean
}

/**
 * A form of a payer's page. The browser sends it and the page comes back with what went wrong; the script of the page
 * (components/checkout/script) sends it in place, so that what was typed stays in the inputs.
 */
export function PayerForm({
  language,
  orderId,
  paymentId,
  formKey,
  robot,
  children,
  ...rest
}: PayerFormProps) {
  return (
    <form data-in-place="" {...rest}>
      <input type="hidden" name="order_id" value={orderId} />
      {paymentId && <input type="hidden" name="payment_id" value={paymentId} />}
      <input type="hidden" name="key" value={formKey} autoComplete="off" />
      {robot && <input type="hidden" name="robot" value="1" />}
      <UnsentNotices language={language} />
      {children}
    </form>
  )
}

/** Errors of a form, each a link to its input. */
export function ErrorLinks({ errors }: { errors: { name: string; text: string }[] }) {
  return (
    <ul className="mt-0.5">
      {errors.map(({ name, text }) => (
        <li key={name}>
          <a href={`#${name}`} className="inline-block py-0.5 underline underline-offset-2">
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}

/**
 * What a payer reads when no response came, or the page was of another version of the server, kept for the script of the
 * page; the same for errors that it finds before it sends the form. The key of the form makes a repeat safe.
 */
function UnsentNotices({ language }: { language: Language }) {
  const t = textOf(language)
  return (
    <>
      {(['one', 'many'] as const).map((count) => (
        <template key={count} data-unsent={count}>
          <div className="mb-3 [.grid>&]:mb-0">
            <Notice tone="bad" role="alert" title={t(`errors.${count}`)}>
              <ErrorLinks errors={[{ name: '', text: '' }]} />
            </Notice>
          </div>
        </template>
      ))}
      <template data-field-error="">
        <FieldError id="error" error=" " />
      </template>
      {(['connection_lost', 'out_of_date'] as const).map((cause) => (
        <template key={cause} data-unsent={cause}>
          <div className="mb-3 [.grid>&]:mb-0">
            <Notice tone="bad" role="alert" title={t(`pay.${cause}`)}>
              {t(`pay.${cause}_note`)}
            </Notice>
          </div>
        </template>
      ))}
    </>
  )
}
