import { cache } from 'react'
import { viewCustomer } from '#lib/domain/customers/view.ts'
import { read } from '#lib/surfaces/page.ts'

/** The customer of a page and of its title, read once. */
export const customerOf = cache((id: string) => read(viewCustomer, { id }))
