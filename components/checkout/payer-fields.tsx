import { Checkbox } from '#components/ui/checkbox.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { FieldsProps } from './fields-props.ts'
import { Labelled } from './labelled.tsx'

type PayerFieldsProps = FieldsProps & {
  merchant: string
  /** The merchant's data of the order's customer, masked. */
  known: { email: string | null; contact: string | null } | null
  /** Whether the payer has asked this device to remember email and phone. */
  remember: boolean
}

/**
 * The payer's contact data for the bank and the merchant. Known data need not be typed again: it is shown masked, and
 * used when the inputs are empty.
 */
export function PayerFields({ merchant, known, remember, ...fields }: PayerFieldsProps) {
  const { email = null, contact = null } = known ?? {}
  const shown = [email, contact].filter((text) => text !== null)
  const { errors, values, language } = fields
  const t = textOf(language)
  const request = {
    email: <EmailField {...fields} known={email !== null} />,
    contact: <ContactField {...fields} known={contact !== null} />,
  }
  return (
    <fieldset className="min-w-0 border-t border-line pt-3">
      <legend className="sr-only">{t('fields.contact_details')}</legend>
      {shown.length > 0 && (
        <>
          <p className="text-table">
            <span className="text-ink-2">{t('fields.paying_as')} </span>
            <span className="num font-[540] wrap-anywhere">{shown.join(' · ')}</span>
          </p>
          <details
            className="mt-1.5"
            open={Boolean(
              (email !== null && (errors.email || values.email)) ||
                (contact !== null && (errors.contact || values.contact)),
            )}
          >
            <summary className="link w-fit cursor-pointer text-table">
              {t(`fields.use_other_${email === null ? 'contact' : contact === null ? 'email' : 'both'}`)}
            </summary>
            <div className="mt-2 grid grid-cols-2 items-start gap-3 max-phone:grid-cols-1">
              {email !== null && request.email}
              {contact !== null && request.contact}
            </div>
            <p className="mt-1.5 text-small text-ink-2">{t('fields.blank_stays')}</p>
          </details>
        </>
      )}
      {shown.length < 2 && (
        <div
          className={`grid grid-cols-2 items-start gap-3 max-phone:grid-cols-1 ${shown.length > 0 ? 'mt-3' : ''}`}
        >
          {email === null && request.email}
          {contact === null && request.contact}
        </div>
      )}
      {shown.length < 2 && (
        <div className="mt-2">
          <input type="hidden" name="can_remember" value="1" />
          <Checkbox name="remember" value="1" defaultChecked={remember} label={t('fields.remember')} />
        </div>
      )}
      <p className="mt-1.5 text-small text-ink-2">
        {shown.length === 2 ? t('fields.already_known', { merchant }) : t('fields.shared', { merchant })}
      </p>
    </fieldset>
  )
}

function EmailField({ language, errors, values, focused, known }: FieldsProps & { known: boolean }) {
  const t = textOf(language)
  return (
    <Labelled
      language={language}
      name="email"
      missing={t('errors.email_missing')}
      invalid={t('errors.email_invalid')}
      label={t('fields.email')}
      error={errors.email}
      optional={known}
    >
      {(control) => (
        <TextInput
          {...control}
          type="email"
          autoFocus={focused === 'email'}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          defaultValue={values.email}
        />
      )}
    </Labelled>
  )
}

function ContactField({ language, errors, values, focused, known }: FieldsProps & { known: boolean }) {
  const t = textOf(language)
  return (
    <Labelled
      language={language}
      name="contact"
      missing={t('errors.contact_missing')}
      invalid={t('errors.contact_invalid')}
      label={t('fields.contact')}
      error={errors.contact}
      optional={known}
    >
      {(control) => (
        <TextInput
          {...control}
          type="tel"
          autoFocus={focused === 'contact'}
          autoComplete="tel"
          maxLength={24}
          figures
          defaultValue={values.contact}
        />
      )}
    </Labelled>
  )
}
