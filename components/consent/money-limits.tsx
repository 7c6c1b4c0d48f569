import type { ConsentError } from './consent-form.tsx'
import { ConsentFieldError, fieldErrorProps } from './field-error.tsx'

export type MoneyLimitsProps = {
  /** As typed. Without a symbol they are in the currency of the chosen account. */
  limits: { symbol: string | null; perCall: string; perDay: string }
  error: ConsentError | null
}

/** How much an app may move without approval, and the user's password. Shown once a scope is selected that moves money. */
export function MoneyLimits({ limits: { symbol, perCall, perDay }, error }: MoneyLimitsProps) {
  return (
    <div className="limits">
      <p>
        Calls above these limits need approval by staff. With 0, every call needs approval. All your
        connections of an app with this name share the limit per 24 hours.{' '}
        {symbol === null && ' Limits are in the currency of the account.'}
      </p>
      <div className="pair">
        <AmountField
          label="Limit per call"
          name="limit_per_call"
          text={perCall}
          symbol={symbol}
          error={error}
        />
        <AmountField
          label="Limit per 24 hours"
          name="limit_per_day"
          text={perDay}
          symbol={symbol}
          error={error}
        />
      </div>
      <div className="field">
        <label htmlFor="password">Your password</label>
        <input
          {...fieldErrorProps('password', error)}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
        />
        <ConsentFieldError field="password" error={error} />
        <p id="password-hint" className="quiet">
          Required because this app can move money.
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
  error: ConsentError | null
}

function AmountField({ label, name, text, symbol, error }: AmountFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <span className="amount">
        {symbol !== null && <span aria-hidden="true">{symbol}</span>}
        <input
          {...fieldErrorProps(name, error, false)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          defaultValue={text}
        />
      </span>
      <ConsentFieldError field={name} error={error} />
    </div>
  )
}
