import type { Operation } from '#lib/pipeline/operation.ts'
import { advanceClosure } from './advance.ts'
import { cancelClosure, confirmClosure } from './decide.ts'
import { fetchClosure, requestClosure } from './request.ts'
import { resetTestData } from './reset-test-data.ts'

export const closureOperations: readonly Operation[] = [
  fetchClosure,
  requestClosure,
  confirmClosure,
  cancelClosure,
  advanceClosure,
  resetTestData,
]
