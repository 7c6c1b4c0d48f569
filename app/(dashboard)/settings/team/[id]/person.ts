import { cache } from 'react'
import { getPersonDetails } from '#lib/domain/users/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

export const personOf = cache((id: string) => read(getPersonDetails, { id }))
