import { z } from 'zod'
import { Gstin } from '#lib/values/gstin.ts'

/** The regions that are served, and the currency each settles in. */
export const REGIONS = { IN: 'INR', MY: 'MYR', SG: 'SGD', US: 'USD' } as const

export const CreateMerchant = z.strictObject({
  name: z.string().trim().min(1, 'A merchant has a name.').max(100, 'A name is at most 100 characters.'),
  country: z
    .enum(Object.keys(REGIONS) as (keyof typeof REGIONS)[], 'The country is IN, MY, SG or US.')
    .default('IN'),
  billing_label: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 ]{1,30}$/, 'A billing label has letters, digits and spaces, at most 30.')
    .optional(),
})
export type CreateMerchant = z.output<typeof CreateMerchant>

/** Who the seller is, as bills and statements show it. The name is settled when the merchant is created. */
export const Business = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  billing_label: z.string(),
  gstin: z.string().nullable(),
  /** Line by line, with line breaks between. */
  address: z.string().nullable(),
})
export type Business = z.output<typeof Business>

const ADDRESS_LINES = 6

/** What can be changed of it; blank is the same as none. */
export const UpdateBusiness = z.strictObject({
  billing_label: z
    .string({ error: 'A billing label is text.' })
    .trim()
    .regex(/^[A-Za-z0-9 ]{1,30}$/, 'A billing label has letters, digits and spaces, 1 to 30 of them.'),
  gstin: z.preprocess(blankIsNull, Gstin.nullable()),
  address: z.preprocess(
    blankIsNull,
    z
      .string()
      .max(500, 'An address is at most 500 characters.')
      .refine(
        (text) => text.split('\n').length <= ADDRESS_LINES,
        `An address has at most ${ADDRESS_LINES} lines.`,
      )
      .nullable(),
  ),
})
export type UpdateBusiness = z.output<typeof UpdateBusiness>

/** Lines without the spaces around them and without blank ones; nothing at all is null. */
function blankIsNull(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  const lines = value.split(/\r?\n/).map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n') || null
}
