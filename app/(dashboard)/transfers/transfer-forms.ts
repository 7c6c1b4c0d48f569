import type { TransferFormState, TransferRefusal } from '#components/transfers/transfer-form-state.ts'
import { roomOf } from '#components/transfers/transfer-summary.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { fetchBalance } from '#lib/domain/merchants/fetch-balance.ts'
import { viewWallet } from '#lib/domain/wallets/view.ts'
import type { FormError } from '#lib/surfaces/form.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'
import { formatMoney, type Minor, parseMoney } from '#lib/values/money-text.ts'
import { readMoment } from '#lib/values/period.ts'

export type Asked = {
  amount: number
  currency: string
  on_hold: boolean
  on_hold_until?: number
  notes: Record<string, string>
}

type Read =
  | { ok: true; values: Record<string, string>; key: string; asked: Asked }
  | { ok: false; state: TransferFormState }

/** Reads a form about money into a wallet: the amount in rupees, the end of the hold in the reader's zone. */
export async function readTransferForm(form: FormData): Promise<Read> {
  const { account } = await requireStaff()
  const { idempotency_key: key = randomText(32), ...values } = textsOf(form)
  const wrong = (field: string, description: string): Read => ({
    ok: false,
    state: again(values, unreadable(field, description)),
  })
  const amount = parseMoney(values.amount ?? '', account.currency)
  if (amount === null || amount === 0) return wrong('amount', 'Enter an amount, e.g. 1250 or 1250.50.')
  const until = await readEnd(values.on_hold_until)
  if (until === null) return wrong('on_hold_until', NO_MOMENT)
  const on_hold = values.on_hold === 'true'
  if (until !== undefined && !on_hold)
    return wrong('on_hold_until', 'Tick "Keep it on hold", or leave the end empty.')
  const description = values.description?.trim()
  const notes: Record<string, string> = description ? { description } : {}
  const asked = {
    amount,
    currency: account.currency,
    on_hold,
    ...(until === undefined ? {} : { on_hold_until: until }),
    notes,
  }
  return { ok: true, values, key, asked }
}

/** What the form itself could not read. */
export function unreadable(field: string, description: string): TransferRefusal {
  return { reason: 'input_validation_failed', field, description, request_id: '' }
}

export const NO_MOMENT = 'Write a date and a time, such as 2026-12-01 18:00.'

/** The end of a hold as it was typed, in Unix seconds; undefined when nothing was, null when it is no moment. */
export async function readEnd(typed: string | undefined): Promise<number | null | undefined> {
  if (!typed?.trim()) return undefined
  const { time_zone: zone } = await currentPreferences()
  return readMoment(typed, zone, Math.floor(Date.now() / 1000), 'start')
}

/** The form again, with what was typed and a key for the next attempt: a refusal is kept under its own. */
export function again(values: Record<string, string>, error: TransferRefusal): TransferFormState {
  return { values, idempotency_key: randomText(32), error }
}

/** A refusal of the interface as people read it: in rupees, and next to the field that it is about. */
export async function refusalOf(
  error: FormError,
  about: { customer: string; left?: number },
): Promise<TransferRefusal> {
  const { field = error.field?.split('.').at(-1), description } = await wordsOf(error, about)
  return { ...error, description, ...(field === undefined ? {} : { field }) }
}

async function wordsOf(
  { reason, description }: FormError,
  { customer, left }: { customer: string; left?: number },
): Promise<{ description: string; field?: string }> {
  const [{ account }, { grouping }] = await Promise.all([requireStaff(), currentPreferences()])
  const money = (amount: Minor) => formatMoney(amount, account.currency, grouping)
  if (reason === 'transfer_amount_too_large' && left !== undefined)
    return { field: 'amount', description: `At most ${money(left)} is left to transfer of this payment.` }
  if (reason === 'insufficient_balance') {
    const balance = await tryRead(fetchBalance, {})
    const held = balance.ok ? ` It is ${money(balance.value.balance)}.` : ''
    return { field: 'amount', description: `The balance of the account is too small.${held}` }
  }
  if (reason === 'wallet_limit_exceeded') {
    const wallet = await tryRead(viewWallet, { id: customer })
    const room = wallet.ok ? ` It has room for ${money(roomOf(wallet.value))} now.` : ''
    return { field: 'amount', description: `The wallet would pass one of its limits.${room}` }
  }
  if (description === 'on_hold_until must be in the future.')
    return { field: 'on_hold_until', description: 'The end must be in the future.' }
  return { description }
}
