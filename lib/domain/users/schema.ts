import { z } from 'zod'
import { ROLES } from '#lib/permissions.ts'
import { Email } from '#lib/values/contact.ts'

export const Password = z
  .string()
  .min(10, 'A password has at least 10 characters.')
  .max(256, 'A password has at most 256 characters.')

export const CreateUser = z.strictObject({
  email: z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), Email),
  name: z.string().trim().min(1, 'A person has a name.').max(100, 'A name is at most 100 characters.'),
  password: Password,
  merchant_id: z.string(),
  role: z.enum(ROLES, `The role is one of ${ROLES.join(', ')}.`),
})
export type CreateUser = z.output<typeof CreateUser>
