import { cache } from 'react'
import { getCustomerDetails } from '#lib/domain/customers/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

/** The customer of a page and of its title, read once. */
export const customerOf = cache((id: string) => read(getCustomerDetails, { id }))
