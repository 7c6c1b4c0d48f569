import { cache } from 'react'
import { getTransferDetails } from '#lib/domain/transfers/fetch.ts'
import { read } from '#lib/surfaces/page.ts'

export const transferOf = cache((id: string) => read(getTransferDetails, { id }))
