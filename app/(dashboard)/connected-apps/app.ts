import { cache } from 'react'
import { getAppDetails } from '#lib/domain/connected-apps/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

/** The connected app of an address, read once a request. An id of the wrong shape is no app. */
export const appOf = cache((id: string) => read(getAppDetails, { id }))
