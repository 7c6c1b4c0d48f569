import { cache } from 'react'
import { viewClient } from '#lib/domain/clients/browse.ts'
import { read } from '#lib/surfaces/page.ts'

/** The client of a page, read once a request. */
export const clientOf = cache((id: string) => read(viewClient, { id }))
