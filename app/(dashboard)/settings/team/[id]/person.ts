import { cache } from 'react'
import { getPersonDetails } from '#lib/domain/users/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

/** The person of an address, read once a request. */
export const personOf = cache((id: string) => read(getPersonDetails, { id }))
