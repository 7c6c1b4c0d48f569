'use server'
import { refresh } from 'next/cache'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { FIRST_ORDER, FIRST_REFUND } from '#components/overview/step-commands.ts'
import { rememberInBrowser } from '#lib/auth/browser-cookie.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import type { FormReader } from '#lib/values/form.ts'
import { DISMISSED_COOKIE, dismissedAccounts } from './dismissed.ts'

/** Puts the first steps of this account away, for this browser. */
export async function dismissFirstStepsAction(): Promise<void> {
  const { account } = await requireStaff()
  const jar = await cookies()
  const others = dismissedAccounts(jar.get(DISMISSED_COOKIE)?.value).filter((id) => id !== account.id)
  const value = [account.id, ...others].slice(0, 20).join('.')
  await rememberInBrowser(DISMISSED_COOKIE, value)
  redirect('/')
}

/** The list of steps goes on to the next one. */
const after = async () => refresh()

/** In test mode a key of full access is no risk, and every command of the page works with it. */
export const createFirstKeyAction = formAction(
  createKey,
  { fields: [], read: () => ({ name: 'First test key' }) },
  { result: ({ id, secret }) => ({ id, secret }), after },
)

export const createFirstOrderAction = formAction(
  createOrder,
  {
    fields: [],
    read: (form: FormReader) => ({
      amount: FIRST_ORDER,
      currency: form.settings.currency,
      receipt: 'FIRST-1',
      payment_capture: true,
    }),
  },
  { message: () => 'Order created', after },
)

export const refundFirstPaymentAction = formAction(
  refundPayment,
  { fields: [], read: (form: FormReader) => ({ id: form.text('id'), amount: FIRST_REFUND }) },
  { message: ({ amount }, form) => `Refund of ${form.money(amount)} started`, after },
)
