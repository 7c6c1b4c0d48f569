import { cache } from 'react'
import { getRoleDetails } from '#lib/domain/roles/list.ts'
import { read } from '#lib/surfaces/page.ts'

export const roleOf = cache((id: string) => read(getRoleDetails, { id: decodeURIComponent(id) }))
