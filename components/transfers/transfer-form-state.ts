import { optionalTime } from '#lib/filters/form-time.ts'
import { AMOUNT_NEEDED, type FormDeclaration, type FormReader } from '#lib/values/form.ts'

const FIELDS = ['amount', 'description', 'on_hold_until', 'password'] as const

/** Money into a wallet: the amount, what the statement says, and whether and until when it is held. */
function readTransfer(form: FormReader) {
  const amount = form.amount('amount')
  if (amount === 0) form.refuse('amount', AMOUNT_NEEDED)
  const on_hold = form.checked('on_hold')
  const until = optionalTime(form, 'on_hold_until')
  if (until !== null && !on_hold)
    form.refuse('on_hold_until', 'Select "Keep on hold", or leave the end blank.')
  const description = form.text('description')
  return {
    amount,
    currency: form.settings.currency,
    on_hold,
    ...(until === null ? {} : { on_hold_until: until }),
    notes: description === '' ? {} : { description },
  }
}

/** The error of the operation names a field of the API; the form has its end of the hold. */
const words: FormDeclaration['words'] = ({ description }) =>
  description === 'on_hold_until must be in the future.'
    ? { field: 'on_hold_until', description: 'The end must be in the future.' }
    : {}

/** From the balance into the wallet of a customer. */
export const cashbackForm = {
  fields: FIELDS,
  words,
  read: (form: FormReader) => ({ customer_id: form.text('customer_id'), ...readTransfer(form) }),
} satisfies FormDeclaration

/** From a payment into the wallet of a customer. */
export const transferForm = {
  fields: FIELDS,
  words,
  read: (form: FormReader) => ({
    id: form.text('id'),
    transfers: [{ customer: form.text('customer'), ...readTransfer(form) }],
  }),
} satisfies FormDeclaration

/** Ends the hold of a transfer. */
export const releaseForm = {
  fields: ['password'],
  read: (form: FormReader) => ({ id: form.text('id'), on_hold: false }),
} satisfies FormDeclaration

/** When the hold of a transfer ends; without a time it is held until it is released. */
export const holdForm = {
  fields: ['on_hold_until', 'password'],
  words,
  read: (form: FormReader) => ({
    id: form.text('id'),
    on_hold: true,
    on_hold_until: optionalTime(form, 'on_hold_until'),
  }),
} satisfies FormDeclaration

/** All or part of a transfer, back from the wallet or from its hold. */
export const reverseForm = {
  fields: ['amount', 'password'],
  read: (form: FormReader) => ({ id: form.text('id'), amount: form.amount('amount') }),
  /** The operation counts in the smallest unit; people do not. The hint says the amount. */
  words: ({ reason }) =>
    reason === 'reversal_amount_too_large'
      ? { description: 'The amount exceeds what is left of the transfer.' }
      : {},
} satisfies FormDeclaration
