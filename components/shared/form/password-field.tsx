'use client'
import { use, useEffect, useState } from 'react'
import { ConfirmWithPasskeyButton } from '#components/passkeys/confirm-with-passkey.tsx'
import { Time } from '#components/ui/time.tsx'
import { ConfirmationContext } from './confirmation.tsx'
import { TextField } from './fields.tsx'
import { useForm } from './staff-form.tsx'

type PasswordProps = {
  label?: string
  hint?: string
  optional?: boolean
  /** Asked for with every request, however lately the person has confirmed. */
  eachTime?: boolean
}

/**
 * The password of the signed-in person, asked for again before something that opens live money. In a session that was
 * confirmed in the last ten minutes, a line says so in its place.
 */
export function PasswordField({
  label,
  hint = 'This is live mode, so you are asked for it again.',
  optional = false,
  eachTime = false,
}: PasswordProps) {
  const { hasCode, passkey } = use(ConfirmationContext)
  const until = useConfirmedUntil(useForm().errorOf('password') !== undefined)
  if (until !== null && !eachTime)
    return (
      <p className="text-small text-ink-2">
        Confirmed until <Time at={until} form="clock" />. You are not asked for your password until then.
      </p>
    )
  return (
    <div className="grid justify-items-start gap-2 *:first:w-full">
      <TextField
        name="password"
        label={label ?? (hasCode ? 'Your password or authenticator code' : 'Your password')}
        hint={hint}
        {...(optional ? { optional } : { required: true })}
        type="password"
        autoComplete="current-password"
        defaultValue=""
      />
      {passkey !== null && !eachTime && <ConfirmWithPasskeyButton {...passkey} />}
    </div>
  )
}

/** The password before money moves, which is asked for in live mode alone. */
export function MoneyPassword() {
  return use(ConfirmationContext).live ? <PasswordField /> : null
}

/** Whether the server would ask for the password before money moves. */
export function useAsksForPassword(): boolean {
  const until = useConfirmedUntil(false)
  return use(ConfirmationContext).live && until === null
}

/**
 * Until when the session is confirmed; null from then on.
 * @param refused whether the server has asked for the password all the same
 */
function useConfirmedUntil(refused: boolean): number | null {
  const { until } = use(ConfirmationContext)
  const [over, setOver] = useState<number | null>(null)
  if (refused && until !== null && over !== until) setOver(until)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => setOver(until), Math.max(0, until * 1000 - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return over === until ? null : until
}
