import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import type { ConsentError } from './field-error.tsx'
import { ConsentFieldError } from './field-error.tsx'

export type AccountOption = {
  id: string
  merchant: string
  mode: 'test' | 'live'
  role: string
  /** Why the merchant does not allow this app; null when it does. */
  whyNot: string | null
  chosen: boolean
}

type AccountChoiceProps = { accounts: AccountOption[]; errors: ConsentError[]; language: Language }

/** In which account it acts: one mode of one merchant, and no other. */
export function ConsentAccountChoice({ accounts, errors, language }: AccountChoiceProps) {
  const t = textOf(language)
  const reasons = [...new Set(accounts.flatMap(({ whyNot }) => whyNot ?? []))]
  const none = accounts.every(({ whyNot }) => whyNot !== null)
  return (
    <fieldset
      id="accounts"
      aria-describedby={errors.some(({ field }) => field === 'account') ? 'account-error' : undefined}
    >
      <legend>{t('consent.account')}</legend>
      <ConsentFieldError field="account" errors={errors} />
      {accounts.map(({ id, merchant, mode, role, whyNot, chosen }) => (
        <label key={id} className={whyNot === null ? 'choice' : 'choice closed'}>
          <input
            type="radio"
            name="account"
            value={id}
            defaultChecked={chosen}
            required
            disabled={whyNot !== null}
            aria-describedby={whyNot === null ? undefined : `why-${reasons.indexOf(whyNot)}`}
          />
          <span>
            {merchant}{' '}
            <span className={mode === 'live' ? 'mode live' : 'mode'}>
              {t(mode === 'test' ? 'consent.mode_test' : 'consent.mode_live')}
            </span>{' '}
            <span className="quiet">{t('consent.as_role', { role })}</span>
          </span>
        </label>
      ))}
      {reasons.map((reason, at) => (
        <p key={reason} id={`why-${at}`} className="warning">
          {none ? t('consent.not_allowed', { reason }) : reason}
        </p>
      ))}
    </fieldset>
  )
}
