import type { Operation } from '#lib/pipeline/operation.ts'
import { createKey } from './create.ts'
import { fetchKeyTimeline, getKeyDetails } from './get-details.ts'
import { exportKeys, listKeysForDashboard } from './list.ts'
import { revokeKey } from './revoke.ts'
import { rotateKey } from './rotate.ts'
import { updateKey } from './update.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

export const apiKeyOperations: readonly Operation[] = [
  createKey,
  updateKey,
  rotateKey,
  revokeKey,
  listKeysForDashboard,
  exportKeys,
  getKeyDetails,
  fetchKeyTimeline,
  warnOfExpiry,
]
