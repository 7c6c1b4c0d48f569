import { cache } from 'react'
import { getCustomerDetails } from '#lib/domain/customers/fetch.ts'
import { read } from '#lib/surfaces/page.ts'

export const customerOf = cache((id: string) => read(getCustomerDetails, { id }))
