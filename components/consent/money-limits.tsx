import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import type { ConsentError } from './field-error.tsx'
import { ConsentFieldError, fieldErrorProps } from './field-error.tsx'

export type MoneyLimitsProps = {
  /** As typed, with the highest that can be set. Without a symbol they are in the currency of the chosen account. */
  limits: { symbol: string | null; most: string | null; perCall: string; perDay: string }
  errors: ConsentError[]
  language: Language
}

/** How much an app may move without approval, and the user's password. Shown once a scope is selected that moves money. */
export function MoneyLimits({
  limits: { symbol, most, perCall, perDay },
  errors,
  language,
}: MoneyLimitsProps) {
  const t = textOf(language)
  return (
    <div className="limits">
      <p>
        {t('consent.limits')} {most} {symbol === null && t('consent.limits_currency')}
      </p>
      <div className="pair">
        <AmountField
          label={t('consent.limit_per_call')}
          name="limit_per_call"
          text={perCall}
          symbol={symbol}
          errors={errors}
        />
        <AmountField
          label={t('consent.limit_per_day')}
          name="limit_per_day"
          text={perDay}
          symbol={symbol}
          errors={errors}
        />
      </div>
      <div className="field">
        <label htmlFor="password">{t('consent.password')}</label>
        <input
          {...fieldErrorProps('password', errors)}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
        />
        <ConsentFieldError field="password" errors={errors} />
        <p id="password-hint" className="quiet">
          {t('consent.password_hint')}
        </p>
      </div>
    </div>
  )
}

type AmountFieldProps = {
  label: string
  name: 'limit_per_call' | 'limit_per_day'
  text: string
  symbol: string | null
  errors: ConsentError[]
}

function AmountField({ label, name, text, symbol, errors }: AmountFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <span className="amount">
        {symbol !== null && <span aria-hidden="true">{symbol}</span>}
        <input
          {...fieldErrorProps(name, errors, false)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          defaultValue={text}
        />
      </span>
      <ConsentFieldError field={name} errors={errors} />
    </div>
  )
}
