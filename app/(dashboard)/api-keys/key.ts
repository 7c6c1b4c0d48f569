import { cache } from 'react'
import { getKeyDetails } from '#lib/domain/api-keys/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

/** The key of an address, read once a request. An id of the wrong shape is no key. */
export const keyOf = cache((id: string) => read(getKeyDetails, { id }))
