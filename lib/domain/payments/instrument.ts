import { z } from 'zod'
import { Contact, Email } from '#lib/values/contact.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, Currency } from '#lib/values/money.ts'
import { NotesInput } from '#lib/values/notes.ts'
import { PayerDevice } from '#lib/values/payer-device.ts'
import { Truth } from '#lib/values/truth.ts'

/** Text that clients also send as a number, or with the spaces of a printed card. */
const digits = (value: unknown) => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' ? text.replace(/[\s-]/g, '') : text
}

/** A card as the payer enters it. It is in memory for one call to the acquirer and is never stored. */
export const CardInput = z.strictObject({
  number: z
    .preprocess(
      digits,
      z
        .string({ error: 'Enter the card number.' })
        .regex(/^\d{12,19}$/, 'The card number must have 12 to 19 digits.'),
    )
    .meta({
      description: 'Card number of 12 to 19 digits. Never stored or logged.',
      examples: ['4100280000001007'],
    }),
  name: z
    .string()
    .trim()
    .max(100, 'The name can be up to 100 characters.')
    .optional()
    .meta({ description: 'Name of the cardholder.', examples: ['Test Payer'] }),
  expiry_month: z
    .preprocess(
      digits,
      z
        .string({ error: 'Enter the expiry month.' })
        .regex(/^(0?[1-9]|1[0-2])$/, 'The expiry month must be 1 to 12.'),
    )
    .meta({ description: 'Expiry month of the card, 1 to 12.', examples: ['12'] }),
  expiry_year: z
    .preprocess(
      digits,
      z
        .string({ error: 'Enter the expiry year.' })
        .regex(/^(\d{2}|20\d{2})$/, 'The expiry year must have two or four digits.'),
    )
    .meta({ description: 'Expiry year of the card, two or four digits.', examples: ['2030'] }),
  cvv: z
    .preprocess(
      digits,
      z
        .string({ error: 'Enter the CVV.' })
        .regex(/^\d{3,4}$/, 'The CVV must have 3 digits, or 4 for American Express.'),
    )
    .meta({
      description: 'Security code of the card: 3 digits, or 4 for American Express. Never stored.',
      examples: ['123'],
    }),
})
export type CardInput = z.output<typeof CardInput>

export const Vpa = z
  .string({ error: 'Enter a UPI ID.' })
  .trim()
  .regex(/^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/, 'The UPI ID must look like name@bank.')

/** The netbanking banks: the code in the API and the name on the page. */
export const BANKS = {
  SBIN: 'State Bank of India',
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  UTIB: 'Axis Bank',
  KKBK: 'Kotak Mahindra Bank',
  PUNB_R: 'Punjab National Bank',
  BARB_R: 'Bank of Baroda',
  CNRB: 'Canara Bank',
  UBIN: 'Union Bank of India',
  YESB: 'Yes Bank',
  IDFB: 'IDFC First Bank',
  FDRL: 'Federal Bank',
} as const
export const Bank = z.enum(Object.keys(BANKS) as (keyof typeof BANKS)[], 'Unknown bank.')

/** Third-party wallets, which payers use on the provider's page. */
export const WALLETS = {
  amazonpay: 'Amazon Pay',
  mobikwik: 'MobiKwik',
  airtelmoney: 'Airtel Money',
  freecharge: 'FreeCharge',
  phonepe: 'PhonePe',
} as const
export const Wallet = z.enum(Object.keys(WALLETS) as (keyof typeof WALLETS)[], 'Unknown wallet.')

const common = {
  amount: Amount.meta({ examples: [50_000] }),
  currency: Currency.meta({ examples: ['INR'] }),
  order_id: Id('order'),
  email: Email.meta({ description: 'Email of the payer.', examples: ['payer@example.com'] }),
  contact: Contact.meta({ description: 'Phone number of the payer.', examples: ['+919876543210'] }),
  customer_id: Id('customer').optional(),
  description: z
    .string()
    .max(255, 'description can be up to 255 characters.')
    .nullish()
    .meta({ description: 'Description of the payment, up to 255 characters. Shown to the payer.' }),
  notes: NotesInput.default({}),
  save: Truth.refine((save) => !save, 'save must be false.')
    .optional()
    .meta({ description: 'false, or left out: payment methods are not saved here.' }),
  otp: z
    .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().max(20))
    .optional()
    .meta({ description: 'Test mode: 4 to 10 digits are accepted; anything else is incorrect_otp.' }),
}

const VPA = 'UPI ID of the payer, such as name@bank, for the method upi.'

/** UPI in an object, as some client libraries and tool servers send it: with a UPI ID, or by a link. */
const Upi = z
  .strictObject({
    vpa: Vpa.optional().meta({
      description: 'UPI ID of the payer, such as name@bank. Not with the flow intent.',
    }),
    flow: z.enum(['collect', 'intent'], 'flow is collect or intent.').optional().meta({
      description:
        'collect: the payer approves a request in their UPI app. intent: the response has a link that the payer opens or scans.',
    }),
    expiry_time: z.int().min(1).max(64_800).optional().meta({
      description:
        'Minutes until the request expires. Accepted for compatibility; requests here expire with the payment.',
    }),
  })
  .optional()
  .meta({ description: 'The UPI ID in an object, as some client libraries send it.' })

const byAnyMethod = z.strictObject({
  ...common,
  method: z
    .enum(['card', 'upi', 'netbanking', 'wallet'], 'method must be card, upi, netbanking or wallet.')
    .meta({ description: 'How the payer pays.', examples: ['card'] }),
  card: CardInput.optional().meta({
    description: 'The card, for the method card.',
    examples: [
      { number: '4100280000001007', name: 'Test Payer', expiry_month: '12', expiry_year: '2030', cvv: '123' },
    ],
  }),
  vpa: Vpa.optional().meta({ description: VPA }),
  upi: Upi,
  bank: Bank.optional().meta({ description: 'Bank code, for the method netbanking.' }),
  wallet: Wallet.optional().meta({ description: 'Wallet to pay from, for the method wallet.' }),
})

/** `POST /v1/payments/create/json`: a payment without a browser, in test mode. */
export const CreatePayment = byAnyMethod.extend(PayerDevice.shape).superRefine(hasItsInstrument)
export type CreatePayment = z.output<typeof CreatePayment>

/** The same from the checkout page, where the contacts of the order's customer replace absent ones. */
export const BeginPayment = byAnyMethod
  .extend({ email: Email.optional(), contact: Contact.optional() })
  .superRefine(hasItsInstrument)

/** The same where the payer enters card, bank or UPI ID on the page of the acquirer. */
export const BeginHostedPayment = byAnyMethod
  .omit({ card: true, vpa: true, upi: true, bank: true, wallet: true, otp: true, save: true })
  .extend({ email: Email.optional(), contact: Contact.optional() })

/** `POST /v1/payments/create/upi`: the same for UPI. */
export const CreateUpiPayment = z
  .strictObject({
    ...common,
    ...PayerDevice.shape,
    method: z
      .literal('upi', 'method is upi here.')
      .optional()
      .meta({ description: 'upi. It can be left out.' }),
    vpa: Vpa.optional().meta({ description: VPA, examples: ['success@upi'] }),
    upi: Upi,
  })
  .superRefine((payment, check) => hasItsInstrument({ ...payment, method: 'upi' }, check))

export type Instruments = Pick<
  z.output<typeof byAnyMethod>,
  'method' | 'card' | 'vpa' | 'upi' | 'bank' | 'wallet'
>

/** A method requires its own instrument and allows no other. */
function hasItsInstrument(payment: Instruments, check: z.RefinementCtx): void {
  const byLink = payment.method === 'upi' && payment.upi?.flow === 'intent'
  const given = {
    card: payment.card,
    vpa: payment.vpa ?? payment.upi?.vpa,
    bank: payment.bank,
    wallet: payment.wallet,
  }
  const wanted = { card: 'card', upi: 'vpa', netbanking: 'bank', wallet: 'wallet' } as const
  const need = wanted[payment.method]
  if (given[need] === undefined && !byLink)
    check.addIssue({
      code: 'custom',
      path: [need],
      message: `A payment with the method ${payment.method} requires ${need}.`,
    })
  const { vpa: ofPayment, upi } = payment
  if (ofPayment !== undefined && upi?.vpa !== undefined && ofPayment !== upi.vpa)
    check.addIssue({
      code: 'custom',
      path: ['upi', 'vpa'],
      message: 'vpa and upi.vpa name different UPI IDs. Send one of them.',
    })
  for (const name of Object.keys(given) as (keyof typeof given)[]) {
    if ((name !== need || byLink) && given[name] !== undefined) {
      check.addIssue({
        code: 'custom',
        path: [name],
        message: `A payment with the method ${payment.method} does not accept ${name}.`,
      })
    }
  }
}
