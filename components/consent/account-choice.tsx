import type { ConsentError } from './consent-form.tsx'
import { ConsentFieldError } from './field-error.tsx'

export type AccountOption = {
  id: string
  merchant: string
  mode: 'test' | 'live'
  /** The role that the person has there. */
  role: string
  /** Why the merchant does not allow this app; null when it does. */
  whyNot: string | null
  chosen: boolean
}

type AccountChoiceProps = { accounts: AccountOption[]; error: ConsentError | null }

/** In which account it acts: one mode of one merchant, and no other. */
export function AccountChoice({ accounts, error }: AccountChoiceProps) {
  const reasons = [...new Set(accounts.flatMap(({ whyNot }) => whyNot ?? []))]
  const none = accounts.every(({ whyNot }) => whyNot !== null)
  return (
    <fieldset id="accounts" aria-describedby={error?.field === 'account' ? 'account-error' : undefined}>
      <legend>Account</legend>
      <ConsentFieldError field="account" error={error} />
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
              {mode === 'test' ? 'Test: no real money' : 'Live: real money'}
            </span>{' '}
            <span className="quiet">as {role}</span>
          </span>
        </label>
      ))}
      {reasons.map((reason, at) => (
        <p key={reason} id={`why-${at}`} className="warning">
          {none ? `You can't allow this. ${reason}` : reason}
        </p>
      ))}
    </fieldset>
  )
}
