import type { Operation } from '#lib/pipeline/operation.ts'
import { createClient } from './create.ts'
import { deleteClient } from './delete.ts'
import { getClientDetails } from './get-details.ts'
import { exportClients, listClientsForDashboard } from './list.ts'
import { rotateClientSecret } from './rotate.ts'

export const clientOperations: readonly Operation[] = [
  listClientsForDashboard,
  exportClients,
  getClientDetails,
  createClient,
  rotateClientSecret,
  deleteClient,
]
