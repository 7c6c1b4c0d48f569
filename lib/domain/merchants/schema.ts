import { z } from 'zod'
import { Gstin } from '#lib/values/gstin.ts'

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

/** The seller's details on bills and statements. The name is set when the merchant is created. */
export const Business = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  billing_label: z.string(),
  gstin: z.string().nullable(),
  /** The address, with line breaks. */
  address: z.string().nullable(),
})
export type Business = z.output<typeof Business>

const ADDRESS_LINES = 6

/** The details that can change; blank means none. */
export const UpdateBusiness = z.strictObject({
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

/** Trimmed lines without blank ones; null if none is left. */
function blankIsNull(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  const lines = value.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n') || null
}
