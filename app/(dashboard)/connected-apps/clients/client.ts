import { cache } from 'react'
import { getClientDetails } from '#lib/domain/clients/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

/** The client of a page, read once a request. */
export const clientOf = cache((id: string) => read(getClientDetails, { id }))
