import { cache } from 'react'
import { viewClient } from '#lib/domain/clients/browse.ts'
import { read } from '#lib/surfaces/page.ts'

/** The program of an address, read once a request. */
export const clientOf = cache((id: string) => read(viewClient, { id }))
