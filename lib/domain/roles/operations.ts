import type { Operation } from '#lib/pipeline/operation.ts'
import { createRole } from './create.ts'
import { deleteRole } from './delete.ts'
import { getRoleDetails, listRoles } from './list.ts'
import { updateRole } from './update.ts'

export const roleOperations: readonly Operation[] = [
  listRoles,
  getRoleDetails,
  createRole,
  updateRole,
  deleteRole,
]
