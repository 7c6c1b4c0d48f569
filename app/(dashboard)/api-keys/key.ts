import { cache } from 'react'
import { viewKey } from '#lib/domain/api-keys/view.ts'
import { read } from '#lib/surfaces/page.ts'

/** The key of an address, read once a request. An id of the wrong shape is no key. */
export const keyOf = cache((id: string) => read(viewKey, { id }))
