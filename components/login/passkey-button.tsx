'use client'
import { useState } from 'react'
import { signWithPasskey } from '#components/passkeys/browser.ts'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { SignInFailure } from './sign-in-failure.tsx'

type Failure = 'wrong' | { wait: number }
type PasskeyButtonProps = {
  start: () => Promise<{ options: string } | { wait: number }>
  finish: (response: string, returnTo: string) => Promise<{ failure: Failure }>
  returnTo: string
  /** What the button says, and what to do where the passkey was not accepted. */
  label?: string
  advice?: string
}

/** Signs in with a passkey of this device, which replaces password and code. Passkeys need script. */
export function PasskeyButton({
  start,
  finish,
  returnTo,
  label = 'Sign in with a passkey',
  advice = 'Try again, or sign in with your password.',
}: PasskeyButtonProps) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  async function attempt(): Promise<Failure | undefined> {
    const begun = await start()
    if ('wait' in begun) return begun
    const response = await signWithPasskey(begun.options)
    return response === null ? 'wrong' : (await finish(response, returnTo))?.failure
  }
  async function signIn() {
    setPending(true)
    setFailure(undefined)
    const failed = await attempt().catch((): Failure => 'wrong')
    setFailure(failed)
    // After a success the next page is on its way.
    if (failed !== undefined) setPending(false)
  }
  return (
    <div className="mt-4 grid gap-4 border-t border-line pt-4 noscript:hidden">
      {failure === 'wrong' && (
        <Notice tone="bad" role="alert" title="Passkey not accepted">
          {advice}
        </Notice>
      )}
      {failure !== undefined && failure !== 'wrong' && <SignInFailure key={failure.wait} failure={failure} />}
      <Button size="large" className="w-full" pending={pending} onClick={() => void signIn()}>
        {pending ? 'Waiting for your passkey…' : label}
      </Button>
    </div>
  )
}
