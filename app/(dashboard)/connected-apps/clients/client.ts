import { cache } from 'react'
import { getClientDetails } from '#lib/domain/clients/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

export const clientOf = cache((id: string) => read(getClientDetails, { id }))
