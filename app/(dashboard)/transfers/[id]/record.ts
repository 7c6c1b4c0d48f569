import { cache } from 'react'
import { viewTransfer } from '#lib/domain/transfers/view.ts'
import { read } from '#lib/surfaces/page.ts'

/** The transfer of a page and of its title, read once. */
export const transferOf = cache((id: string) => read(viewTransfer, { id }))
