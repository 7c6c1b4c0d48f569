import { z } from 'zod'

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
