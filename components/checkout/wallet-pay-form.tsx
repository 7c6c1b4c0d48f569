'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { TextInput } from '#components/ui/text-input.tsx'
import { currencySymbol, formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { PAYMENT_CONNECTION_LOST } from './connection-lost.ts'
import { Labelled } from './labelled.tsx'
import { useResponse } from './use-response.ts'
import type { OpenState } from './wallet-state.ts'

type WalletPayFormProps = {
  action: (before: OpenState, form: FormData) => Promise<OpenState>
  initial: OpenState
  order: { id: string; currency: string; amount_due: number; amount_least: number }
  /** The maximum that can be paid now: the amount due, or the wallet's balance if that is less. */
  most: number
  robot: boolean
}

/** Pays from the wallet that is open. The amount can be chosen where the order allows parts. */
export function WalletPayForm({ action, initial, order, most, robot }: WalletPayFormProps) {
  const { answer: state, key, pending, formAction, submit } = useResponse(action, initial, unanswered)
  const form = useRef<HTMLFormElement>(null)
  const { grouping } = usePreferences()
  const inParts = order.amount_least < order.amount_due
  const [amount, setAmount] = useState<number | null>(most)
  const money = (minor: number) => formatMoney(minor, order.currency, grouping)
  useEffect(() => form.current?.setAttribute('novalidate', ''), [])

  return (
    <form ref={form} action={formAction} onSubmit={submit} className="mt-4 grid gap-3">
      <input type="hidden" name="order_id" value={order.id} />
      <input type="hidden" name="due" value={order.amount_due} />
      <input type="hidden" name="key" value={key} />
      {robot && <input type="hidden" name="robot" value="1" />}
      {state.title && (
        <Notice tone="bad" role="alert" title={state.title}>
          {state.note}
        </Notice>
      )}
      {inParts && (
        <Labelled
          name="amount"
          label="Amount to pay now"
          error={state.error ?? undefined}
          hint={`From ${money(order.amount_least)} to ${money(most)}.`}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              autoComplete="off"
              figures
              before={currencySymbol(order.currency)}
              maxLength={20}
              defaultValue={state.amount}
              onInput={(event) => setAmount(parseMoney(event.currentTarget.value, order.currency))}
            />
          )}
        </Labelled>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        autoFocus={!robot && !inParts}
        pending={pending}
        className="w-full"
      >
        {pending
          ? 'Paying…'
          : amount === null
            ? 'Pay from the wallet'
            : `Pay ${money(amount)} from the wallet`}
      </Button>
    </form>
  )
}

/** The same key makes the next press safe. */
function unanswered(before: OpenState): OpenState {
  return { ...before, ...PAYMENT_CONNECTION_LOST }
}
