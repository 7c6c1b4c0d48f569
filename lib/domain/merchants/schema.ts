import { z } from 'zod'
import { RequestReason } from '#lib/domain/approvals/schema/policy.ts'
import { RoleId } from '#lib/domain/roles/schema.ts'
import { BrandColor } from '#lib/values/brand.ts'
import { Contact, Email } from '#lib/values/contact.ts'
import { Gstin } from '#lib/values/gstin.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { DAY, HOUR } from '#lib/values/time.ts'
import { Truth } from '#lib/values/truth.ts'

/** The supported regions, and the settlement currency of each. */
export const REGIONS = { IN: 'INR', MY: 'MYR', SG: 'SGD', US: 'USD' } as const

export const CreateMerchant = z.strictObject({
  name: z.string().trim().min(1, 'Enter a merchant name.').max(100, 'The name can be up to 100 characters.'),
  country: z
    .enum(Object.keys(REGIONS) as (keyof typeof REGIONS)[], 'The country must be IN, MY, SG or US.')
    .default('IN'),
  billing_label: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 ]{1,30}$/, 'The billing label can have up to 30 letters, digits and spaces.')
    .optional(),
})
export type CreateMerchant = z.output<typeof CreateMerchant>

/** The name of a merchant, as payers, customers and staff read it. */
const MerchantName = z
  .string({ error: 'The name must be a string.' })
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'The name can be up to 100 characters.')
  .regex(/^[^\p{C}]*$/u, 'The name can have no line breaks or invisible characters.')

/** A merchant's logo: the public name of its file, and its size in pixels. */
export const Logo = z.object({ hash: z.string(), width: z.int(), height: z.int() })
export type Logo = z.output<typeof Logo>

/** Whom payers and customers ask for help. */
export const Support = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  url: z.string().nullable(),
})
export type Support = z.output<typeof Support>

/** The support contact of a merchant; null if there is none. */
export function supportOf(
  merchant: Record<'support_email' | 'support_phone' | 'support_url', string | null>,
): Support | null {
  const { support_email: email, support_phone: phone, support_url: url } = merchant
  return email === null && phone === null && url === null ? null : { email, phone, url }
}

/** What payers see of a merchant, beside its name. */
export const Brand = z.object({
  color: z.string().nullable(),
  logo: Logo.nullable(),
  support: Support.nullable(),
})
export type Brand = z.output<typeof Brand>

/** The details of the seller on payment pages, bills and statements. */
export const Business = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  billing_label: z.string(),
  gstin: z.string().nullable(),
  /** The address, with line breaks. */
  address: z.string().nullable(),
  support_email: z.string().nullable(),
  support_phone: z.string().nullable(),
  support_url: z.string().nullable(),
  /** Six hexadecimal digits; null for the product's own colour. */
  brand_color: z.string().nullable(),
  logo: Logo.nullable(),
})
export type Business = z.output<typeof Business>

const ADDRESS_LINES = 6

/** The details that can change: blank means none, and what is left out stays. */
export const UpdateBusiness = z.strictObject({
  name: MerchantName.optional(),
  support_email: z.preprocess(blankIsNull, Email.nullable()).optional(),
  support_phone: z.preprocess(blankIsNull, Contact.nullable()).optional(),
  support_url: z
    .preprocess(
      blankIsNull,
      z
        .string()
        .max(200, 'The URL can be up to 200 characters.')
        .refine(isWebAddress, 'Enter a URL that starts with https://.')
        .nullable(),
    )
    .optional(),
  brand_color: z.preprocess(blankIsNull, BrandColor.nullable()).optional(),
  billing_label: z
    .string({ error: 'The billing label must be a string.' })
    .trim()
    .regex(/^[A-Za-z0-9 ]{1,30}$/, 'The billing label must have 1 to 30 letters, digits and spaces.'),
  gstin: z.preprocess(blankIsNull, Gstin.nullable()),
  address: z.preprocess(
    blankIsNull,
    z
      .string()
      .max(500, 'The address can be up to 500 characters.')
      .refine(
        (text) => text.split('\n').length <= ADDRESS_LINES,
        `The address can have up to ${ADDRESS_LINES} lines.`,
      )
      .nullable(),
  ),
})
export type UpdateBusiness = z.output<typeof UpdateBusiness>

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.hostname.includes('.') && url.username === ''
}

/** Trimmed lines without blank ones; null if none is left. */
function blankIsNull(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  const lines = value.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n') || null
}

/** The largest logo, in bytes, and the room that it is drawn into, in pixels: twice what the pages give it. */
export const LOGO_BYTES = 200_000
export const LOGO_ROOM = { width: 400, height: 160 } as const

/** A logo as drawn from the uploaded picture. */
export const SetLogo = z.strictObject({
  png: z.base64().max(Math.ceil(LOGO_BYTES / 3) * 4, 'The logo is too large. Choose a simpler picture.'),
  width: z.int().min(1).max(LOGO_ROOM.width),
  height: z.int().min(1).max(LOGO_ROOM.height),
})

/** How the payments of an order are captured. */
export const CaptureChoice = z.enum(['automatic', 'manual'], { error: 'Choose automatic or manual capture.' })
export type CaptureChoice = z.output<typeof CaptureChoice>

/** How payments of an account are captured and charged. */
export const PaymentSettings = z.object({
  /** The default for orders created in the dashboard. API orders set their own. */
  default_capture: CaptureChoice,
  /** Whether a payment without notes of its own has those of its order. */
  order_notes_on_payments: z.boolean(),
  /** Seconds after its authorization in which a payment can be captured, unless its order says otherwise. */
  authorization_window_seconds: z.int(),
  /** The fee of a captured payment before tax, in hundredths of a percent of its amount. */
  fee_basis_points: z.int(),
  /** The tax on that fee, in hundredths of a percent of the fee. */
  tax_basis_points: z.int(),
})
export type PaymentSettings = z.output<typeof PaymentSettings>

export const UpdatePaymentSettings = z.strictObject({
  default_capture: CaptureChoice,
  order_notes_on_payments: Truth,
  authorization_window_seconds: z
    .int('Enter a number of hours.')
    .min(HOUR, 'The window must be at least 1 hour.')
    .max(30 * DAY, 'The window can be up to 720 hours.'),
  fee_basis_points: z
    .int('Enter a percentage with up to 2 decimals, such as 2 or 2.36.')
    .min(0, 'The fee must be at least 0 %.')
    .max(1000, 'The fee can be up to 10 %.'),
  tax_basis_points: z
    .int('Enter a percentage with up to 2 decimals, such as 18.')
    .min(0, 'The tax must be at least 0 %.')
    .max(4000, 'The tax can be up to 40 %.'),
})

export const SecondFactorRoles = z.object({
  id: z.string(),
  roles: z.array(RoleId),
  /** All roles that can be chosen: built-in ones, then those of the merchant. */
  choices: z.array(z.object({ id: RoleId, name: z.string() })),
})
export type SecondFactorRoles = z.output<typeof SecondFactorRoles>
export const UpdateSecondFactorRoles = z.strictObject({
  roles: z.array(RoleId).max(100),
  reason: RequestReason,
})

/** For how many days an account keeps what it may choose. Null: as long as the operator keeps it. */
export const Retention = z.object({
  request_log_days: z.int(),
  event_days: z.int().nullable(),
  mail_days: z.int().nullable(),
  log: z.object({
    lines: StoredInteger,
    /** An estimate from the newest thousand lines. */
    bytes: StoredInteger,
    oldest_at: StoredInteger.nullable(),
  }),
})
export type Retention = z.output<typeof Retention>

const Days = z.int('Enter a number of days.').max(36_500, 'The maximum retention is 36,500 days.')

/** The least is what the product needs: resends and replays reach back 30 days. */
export const UpdateRetention = z.strictObject({
  request_log_days: z
    .int('Enter a number of days.')
    .min(1, 'The minimum retention is 1 day.')
    .max(365, 'The maximum retention is 365 days.'),
  event_days: Days.min(31, 'Events are kept for at least 31 days.').nullable(),
  mail_days: Days.min(7, 'Emails are kept for at least 7 days.').nullable(),
})
