import type { Operation } from '#lib/pipeline/operation.ts'
import { addPasskey, startPasskey } from './add.ts'
import { confirmWithPasskey, startPasskeyConfirmation } from './assertion.ts'
import { removePasskey, renamePasskey } from './manage.ts'

export const passkeyOperations: readonly Operation[] = [
  startPasskeyConfirmation,
  confirmWithPasskey,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
]
